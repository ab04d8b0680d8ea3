import type { PageConfiguration } from '@seller-connect/contract';
import { parseColorPreset } from './storage.ts';

/**
 * Parses the configuration that the server writes into the page. A page without it, or with fields missing,
 * is a broken installation and fails immediately.
 */

const elementId = 'page-configuration';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new Error(`Page configuration: ${name} is missing`);
  return value;
}

function texts(fields: Fields, name: string): string[] {
  const value = fields[name];
  if (!Array.isArray(value)) throw new Error(`Page configuration: ${name} is missing`);
  return value.filter((item): item is string => typeof item === 'string');
}

function choice<const Values extends readonly string[]>(
  fields: Fields,
  name: string,
  values: Values,
): Values[number] {
  const found = values.find((value) => value === fields[name]);
  if (found === undefined) throw new Error(`Page configuration: ${name} is unknown`);
  return found;
}

/**
 * Parses the configuration's JSON.
 * @throws Error that names the first invalid field
 */
export function parsePageConfiguration(json: string): PageConfiguration {
  const root: unknown = JSON.parse(json);
  if (!isFields(root) || !isFields(root['identity'])) {
    throw new Error('Page configuration: identity is missing');
  }
  const identity = root['identity'];
  const { token, silentRedirectUri: silent } = identity;
  const colorPreset = parseColorPreset(root['colorPreset']);
  const tools = Array.isArray(root['reportingTools']) ? root['reportingTools'] : [];
  return {
    environment: text(root, 'environment'),
    demo: root['demo'] === true,
    catalogueApi: text(root, 'catalogueApi'),
    coreApi: text(root, 'coreApi'),
    identity: {
      issuer: text(identity, 'issuer'),
      origin: text(identity, 'origin'),
      isOutside: identity['isOutside'] === true,
      adminOrigin: text(identity, 'adminOrigin'),
      clientId: text(identity, 'clientId'),
      scopes: texts(identity, 'scopes'),
      monitor: choice(identity, 'monitor', ['iframe', 'sessionId', 'bff']),
      session: choice(identity, 'session', ['browser', 'bff']),
      silent: choice(identity, 'silent', ['always', 'known', 'never']),
      revokeCheck: identity['revokeCheck'] === true,
      ...(silent !== undefined && { silentRedirectUri: text(identity, 'silentRedirectUri') }),
      ...(isFields(token) && { token: { name: text(token, 'name'), value: text(token, 'value') } }),
    },
    ...(colorPreset ? { colorPreset } : {}),
    reportingTools: tools
      .filter(isFields)
      .map((tool) => ({ id: text(tool, 'id'), name: text(tool, 'name'), url: text(tool, 'url') })),
  };
}

/**
 * Returns the configuration of the current page.
 * @throws Error if it is missing or invalid
 */
export function readPageConfiguration(): PageConfiguration {
  const json = document.getElementById(elementId)?.textContent;
  if (!json) throw new Error('Page configuration: the page carries none');
  return parsePageConfiguration(json);
}
