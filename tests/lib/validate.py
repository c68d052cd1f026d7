"""Validates results against docs/schema/<verb>.json: one {"verb", "result"} per line on standard input.

Each result must fit its schema. A member that is not declared must not: tried with the shortest result of each verb, game and
set of members. Nor must an empty object."""
import json
import sys

from jsonschema import Draft202012Validator


def load(verb):
    with open(f"docs/schema/{verb}.json", encoding="utf-8") as file:
        schema = json.load(file)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def explain(validator, result):
    """The errors of the alternative for the result's game, or all."""
    lines = []
    for error in validator.iter_errors(result):
        for part in error.context or [error]:
            if list(part.path) != ["game"]:
                lines.append(f"  {'/'.join(map(str, part.path))}: {part.message[:200]}")
    return "\n".join(lines[:30])


validators = {}
shortest = {}
failures = count = 0


def fail(verb, result, text):
    global failures
    failures += 1
    print(f"{verb} {result.get('game')}: {text}", file=sys.stderr)


for line in sys.stdin:
    case = json.loads(line)
    verb, result = case["verb"], case["result"]
    if verb not in validators:
        validators[verb] = load(verb)
    count += 1
    if not validators[verb].is_valid(result):
        fail(verb, result, f"does not fit\n{explain(validators[verb], result)}")
    kind = (verb, result.get("game"), *sorted(result))
    if kind not in shortest or len(line) < shortest[kind][0]:
        shortest[kind] = (len(line), result)
for (verb, *_), (_, result) in shortest.items():
    if validators[verb].is_valid(result | {"undeclared": 1}) or validators[verb].is_valid({}):
        fail(verb, result, "the schema accepts anything")
print(f"{count} results of {len(validators)} verbs, {failures} failures")
sys.exit(failures > 0)
