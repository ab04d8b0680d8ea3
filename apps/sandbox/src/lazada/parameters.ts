/** Merges the parameters of a call from query, form body and JSON body. */
import type { Parameters } from './signature.ts';
import { isRecord, parseJson } from '../http/json-object.ts';

function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === null || value === undefined ? undefined : JSON.stringify(value);
}

function jsonEntries(body: string): readonly (readonly [string, string])[] {
  const value = parseJson(body);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    const text = asText(entry);
    return text === undefined ? [] : [[name, text] as const];
  });
}

/**
 * Merges the parameters of a request. The query takes precedence over the body, because some clients repeat parameters
 * in both.
 */
export function mergeParameters(url: string, contentType: string, body: string): Parameters {
  const merged = new Map<string, string>();
  const question = url.indexOf('?');
  if (question >= 0) {
    for (const [name, value] of new URLSearchParams(url.slice(question + 1))) {
      if (!merged.has(name)) merged.set(name, value);
    }
  }
  if (body === '') return merged;
  const entries = contentType.includes('json') ? jsonEntries(body) : new URLSearchParams(body);
  for (const [name, value] of entries) {
    if (!merged.has(name)) merged.set(name, value);
  }
  return merged;
}
