"""Validates results against docs/schema/<verb>.json: one {"verb", "result"} per line on standard input.

Each result must fit its schema, and must not fit any more with a member that is not declared, or with none."""
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
failures = count = 0
for line in sys.stdin:
    case = json.loads(line)
    verb, result = case["verb"], case["result"]
    validator = validators.setdefault(verb, None) or load(verb)
    validators[verb] = validator
    count += 1
    if not validator.is_valid(result):
        failures += 1
        print(f"{verb} {result.get('game')}: does not fit\n{explain(validator, result)}", file=sys.stderr)
    if validator.is_valid(result | {"undeclared": 1}) or validator.is_valid({}):
        failures += 1
        print(f"{verb} {result.get('game')}: the schema accepts anything", file=sys.stderr)
print(f"{count} results of {len(validators)} verbs, {failures} failures")
sys.exit(failures > 0)
