import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { isEncryptedOrLocal } from './origins.ts';
import { parseJson } from '../parse-json.ts';

/** A reporting tool that sends sellers here and shows their report. */
export interface ReportingTool {
  id: string;
  name: string;
  /** Home page, for sellers who did not arrive by a refer link. */
  url: string;
  /** Return addresses that its refer links may contain, compared exactly. */
  returnAddresses: string[];
  /** Authenticates the tool when it creates refer links; null if it creates none. */
  secret: string | null;
}

/** The reporting tool of the sandbox. Its secret is public, like the password of the demo accounts. */
const demoToolSettings = {
  id: 'so-ban-hang',
  name: 'Sổ Bán Hàng',
  path: '/reporting-tool',
  returnPath: '/reporting-tool/return',
  secret: 'demo-reporting-tool-secret-2026-0001',
} as const;

/** Returns the reporting tool of demo mode, served by the sandbox. */
export function createDemoReportingTool(sandboxPort: number): ReportingTool {
  const origin = `http://localhost:${sandboxPort}`;
  const { id, name, path, returnPath, secret } = demoToolSettings;
  const returnAddresses = [`${origin}${returnPath}`];
  return { id, name, url: `${origin}${path}`, returnAddresses, secret };
}

const ReportingToolSettings = Type.Array(
  Type.Object({
    id: Type.String(),
    name: Type.String({ minLength: 1, maxLength: 60 }),
    url: Type.String(),
    returnAddresses: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 20 })),
  }),
);

const minSecretLength = 32;

/**
 * Parses the tools of `REPORTING_TOOLS`, each with its secret from `REPORTING_TOOL_SECRETS`.
 * @throws Error whose message names the setting and the tool, and contains no secret
 */
export function parseReportingTools(
  text: string,
  secretsText: string | undefined,
): ReportingTool[] {
  const parsed = parseJson(text);
  if (!Value.Check(ReportingToolSettings, parsed)) {
    throw new Error('REPORTING_TOOLS is not JSON with the documented fields.');
  }
  const ids = new Set(parsed.map(({ id }) => id));
  if (ids.size !== parsed.length) throw new Error('REPORTING_TOOLS names one id twice.');
  const secrets = parseToolSecrets(secretsText ?? '', ids);
  return parsed.map(({ id, name, url, returnAddresses = [url] }) => {
    if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(id)) {
      throw new Error(
        `REPORTING_TOOLS: the id "${id}" may have only lowercase letters, digits and hyphens.`,
      );
    }
    for (const address of [url, ...returnAddresses]) {
      if (isAllowedUrl(address)) continue;
      throw new Error(
        `REPORTING_TOOLS: "${address}" of ${id} is not an https address without credentials and fragment.`,
      );
    }
    return { id, name, url, returnAddresses, secret: secrets.get(id) ?? null };
  });
}

function parseToolSecrets(text: string, ids: ReadonlySet<string>): Map<string, string> {
  const entries = text.split(',').map((entry) => entry.trim());
  return new Map(
    entries.filter(Boolean).map((entry, index): [string, string] => {
      const colon = entry.indexOf(':');
      const id = entry.slice(0, Math.max(0, colon));
      const secret = entry.slice(colon + 1);
      if (!ids.has(id)) {
        throw new Error(
          `REPORTING_TOOL_SECRETS: entry ${index + 1} names no tool of REPORTING_TOOLS.`,
        );
      }
      if (!/^[\x21-\x7e]+$/.test(secret) || secret.length < minSecretLength) {
        throw new Error(
          `REPORTING_TOOL_SECRETS: the secret of ${id} needs ${minSecretLength} characters or more.`,
        );
      }
      return [id, secret];
    }),
  );
}

/** Browsers are redirected to this URL: it must not run script, contain a password or be unencrypted. */
function isAllowedUrl(address: string): boolean {
  if (address.length > 512 || !URL.canParse(address)) return false;
  const url = new URL(address);
  const hasPassword = url.username !== '' || url.password !== '';
  return isEncryptedOrLocal(url) && !hasPassword && !address.includes('#');
}
