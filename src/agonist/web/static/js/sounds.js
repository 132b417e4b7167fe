// Sounds of our own making, and a short buzz: only for who has asked for them.

import { device } from "./memory.js";

const KEY = "agonist sound";
let stage = null;

const wanted = () => device.getItem(KEY) === "yes";
function want(is) {
  device.setItem(KEY, is ? "yes" : "no");
  if (is) knock(0.5);
}

function audio() {
  stage ??= new AudioContext();
  if (stage.state === "suspended") stage.resume();
  return stage;
}

// A die on wood: a burst of noise through a narrow gate.
function knock(strength = 1) {
  if (!wanted()) return;
  const out = audio(), length = 0.07, noise = out.createBuffer(1, out.sampleRate * length, out.sampleRate);
  const data = noise.getChannelData(0);
  for (let n = 0; n < data.length; n += 1) data[n] = (Math.random() * 2 - 1) * (1 - n / data.length) ** 3;
  const source = out.createBufferSource(), gate = out.createBiquadFilter(), loud = out.createGain();
  source.buffer = noise;
  gate.type = "bandpass";
  gate.frequency.value = 900 + Math.random() * 900;
  loud.gain.value = 0.9 * strength;
  source.connect(gate).connect(loud).connect(out.destination);
  source.start();
  navigator.vibrate?.(Math.round(8 + 14 * strength));
}

// The verdict: a bell for what is bright, a drum for what is dark, for all else a low wooden note.
function toll(rare) {
  if (!wanted()) return;
  const out = audio(), now = out.currentTime;
  const notes = rare === "bright" ? [523, 784, 1047] : rare === "dark" ? [62, 93] : [196];
  for (const [n, pitch] of notes.entries()) {
    const tone = out.createOscillator(), loud = out.createGain(), long = rare ? 1.4 : 0.35;
    tone.type = rare === "dark" ? "triangle" : "sine";
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0, now + n * 0.06);
    loud.gain.linearRampToValueAtTime(rare ? 0.3 : 0.16, now + n * 0.06 + 0.01);
    loud.gain.exponentialRampToValueAtTime(0.001, now + n * 0.06 + long);
    tone.connect(loud).connect(out.destination);
    tone.start(now + n * 0.06);
    tone.stop(now + n * 0.06 + long);
  }
  if (rare) navigator.vibrate?.([40, 60, 90]);
}

export { knock, toll, want, wanted };
