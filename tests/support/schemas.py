"""Values by a JSON schema, as a client makes them that knows nothing but the schema."""

from random import Random
from typing import Any

__all__ = ["value_by"]


def value_by(schema: dict[str, Any], random: Random) -> Any:
    """A value that fits the schema, of the kinds that forms give."""
    if "const" in schema:
        return schema["const"]
    if "anyOf" in schema:
        return value_by(random.choice(schema["anyOf"]), random)
    if "enum" in schema:
        return random.choice(schema["enum"])
    match schema.get("type"):
        case "null":
            return None
        case "boolean":
            return random.random() < 0.5
        case "integer" | "number":
            return random.randint(int(schema["minimum"]), int(schema["maximum"]))
        case "array" if "prefixItems" in schema:
            return [value_by(each, random) for each in schema["prefixItems"]]
        case "array":
            least, most = (
                schema.get("minItems", 0),
                min(schema.get("maxItems", 3), schema.get("minItems", 0) + 2),
            )
            return [value_by(schema["items"], random) for _ in range(random.randint(least, most))]
        case "object" if "properties" in schema:
            needed = schema.get("required", [])
            chosen = [key for key in schema["properties"] if key in needed or random.random() < 0.5]
            return {key: value_by(schema["properties"][key], random) for key in chosen}
        case "object":
            return {}
    return "as people say"[: schema.get("maxLength", 20)]
