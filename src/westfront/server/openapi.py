"""The documentation of the API, made of the table of endpoints: OpenAPI for machines, a page for people."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any

import msgspec

from westfront import __version__
from westfront.server.bodies import Act
from westfront.server.endpoints import LARGE, SMALL, Endpoint
from westfront.server.messages import Change, Error, Unsure

REFUSALS = {
    400: "The body does not fit.",
    401: "The token is missing.",
    403: "The token does not allow this, or the request comes from another page.",
    404: "There is no such thing.",
    409: "The table has moved on, or the key was used for something else.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    421: "The server does not answer to this name.",
    422: "Refused, with the rule if there is one.",
    429: "Too many requests.",
    503: "The store or the table is busy.",
}
PARAMETERS: dict[str, dict[str, Any]] = {
    "table": {"type": "string", "pattern": "^[a-z0-9]{12}$"},
    "game": {"type": "string"},
    "word": {"type": "string", "enum": ["yes", "no"]},
    "code": {"type": "string", "pattern": "^[A-Za-z0-9_-]{32}$"},
    "number": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    "from": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    "since": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    "side": {"type": "string"},
    "scenario": {"type": "string"},
    "version": {"type": "string"},
    "dark": {"type": "string", "enum": ["0", "1"]},
}


def openapi(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The whole document."""
    bodies, answers = [e.body for e in endpoints if e.body], [e.answer for e in endpoints if e.answer is not str]
    types = [*dict.fromkeys([*bodies, *answers, Change, Unsure, Error])]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    found = {id(type_): schema for type_, schema in zip(types, schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, found)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Westfront", "version": __version__, "description": "Tables for hex wargames of 1918."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer", "description": "the token of a seat"}},
        },
    }


def _operation(endpoint: Endpoint, found: dict[int, Any]) -> dict[str, Any]:
    media, schema = endpoint.media, {"type": "string"} if endpoint.answer is str else found[id(endpoint.answer)]
    if endpoint.since:
        schema = {"anyOf": [schema, found[id(Change)]]}
    refused = {"content": {"application/json": {"schema": found[id(Error)]}}}
    responses: dict[str, Any] = {"200": {"description": "Done.", "content": {media: {"schema": schema}}}}
    responses |= {str(status): {"description": text, **refused} for status, text in REFUSALS.items()}
    if endpoint.body is Act:
        unsure = {"content": {"application/json": {"schema": found[id(Unsure)]}}}
        responses["428"] = {"description": "Not done yet, since it could not be taken back.", **unsure}
    operation: dict[str, Any] = {"summary": endpoint.summary, "responses": responses}
    names = re.findall(r"{(\w+)}", endpoint.path)
    parameters = [{"name": name, "in": "path", "required": True, "schema": PARAMETERS[name]} for name in names]
    parameters += [{"name": name, "in": "query", "schema": PARAMETERS[name]} for name in endpoint.query]
    if parameters:
        operation["parameters"] = parameters
    if endpoint.body:
        body = {"content": {"application/json": {"schema": found[id(endpoint.body)]}}, "required": True}
        operation["requestBody"] = body
    if endpoint.bearer:
        operation["security"] = [{"seat": []}, *([{}] if endpoint.public else [])]
    return operation


def page(endpoints: Sequence[Endpoint]) -> str:
    """The page about the API."""
    rows = "".join(_row(endpoint) for endpoint in endpoints)
    head = "".join(f"<th scope=col>{word}</th>" for word in ("request", "what it is for", "token", "body", "answer"))
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Westfront: the API</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/base.css">'
        '<link rel="stylesheet" href="/pages.css"><link rel="icon" href="/icon.svg" type="image/svg+xml">'
        '<main class="page api"><h1>The API</h1>'
        "<p>Bodies and answers are JSON; a refusal is <code>{error, rule}</code> with"
        f" one sentence. Bodies hold up to {SMALL // 1000} kB, a record up to {LARGE // 1000} kB. All of it"
        ' for machines: <a href="/openapi.json">openapi.json</a>.</p>'
        f'<div tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></main></html>\n'
    )


def _row(endpoint: Endpoint) -> str:
    query = "".join(f" {name}=" for name in endpoint.query)
    cells = (
        f"{endpoint.method} {endpoint.path}{' ?' + query if query else ''}",
        endpoint.summary,
        "yes" if endpoint.bearer else "",
        _fields(endpoint.body),
        getattr(endpoint.answer, "__name__", str(endpoint.answer)),
    )
    return "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"


def _fields(type_: Any) -> str:
    return ", ".join(field.encode_name for field in msgspec.structs.fields(type_)) if type_ else ""
