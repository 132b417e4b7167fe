// Over a picture: back by itself after any break.

// A seat that was taken back, or a server that has forgotten how far we were: begin anew when it answers.
const gone = document.getElementById("gone");
gone.showModal = () => setTimeout(again, 5000);

async function again() {
  try {
    if ((await fetch(location.href)).ok) location.reload();
    else setTimeout(again, 5000);
  } catch {
    setTimeout(again, 5000);
  }
}
