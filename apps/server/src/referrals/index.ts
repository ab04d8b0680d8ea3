import { hash, timingSafeEqual } from 'node:crypto';
import type { Configuration } from '../platform/config/configuration.ts';
import type { Http } from '../platform/http/http.ts';
import type { Log } from '../platform/log.ts';
import { Problem } from '../platform/http/problem.ts';
import type { ReportingTool } from '../platform/config/reporting-tools.ts';
import { createRequestLimiter } from '../platform/http/request-limiter.ts';
import type { KeyProvider } from '../platform/vault/vault.ts';
import { createReferenceKeys, type InvalidReason } from './reference.ts';

/** A seller opens a link once or twice; this is a whole office behind one address. */
const maxChecksPerMinute = 60;
/** A tool makes one link for each seller whom it sends. */
const maxLinksPerMinute = 600;
/** Wrong secrets from one address. */
const maxRefusalsPerMinute = 10;
const defaultLifetimeSeconds = 86_400;

export interface Referrals {
  routes(http: Http): void;
}

/** Refer links: how a reporting tool sends a seller in, and where the seller goes on afterwards. */
export async function createReferrals(dependencies: {
  configuration: Pick<Configuration, 'appOrigin' | 'reportingTools'>;
  keys: KeyProvider;
  log: Log;
  now?: () => Date;
}): Promise<Referrals> {
  const { log, now = () => new Date() } = dependencies;
  const { appOrigin, reportingTools } = dependencies.configuration;
  const references = await createReferenceKeys(dependencies.keys);
  const admitCheck = createRequestLimiter(maxChecksPerMinute);
  const admitCreation = createRequestLimiter(maxLinksPerMinute);
  const admitRefusal = createRequestLimiter(maxRefusalsPerMinute);

  /** @throws Problem 401 for an unknown id and a wrong secret alike. */
  function authenticateTool(authorization: string | undefined, address: string): ReportingTool {
    const given = parseBasicCredentials(authorization);
    const tool = reportingTools.find((each) => each.id === given?.id);
    if (tool?.secret && given && equalsInConstantTime(given.secret, tool.secret)) return tool;
    log.warn({ tool: given?.id.slice(0, 32) ?? null, address }, 'a reporting tool was refused');
    throwIfRateLimited(admitRefusal(address));
    throw toolRefused;
  }

  return {
    routes({ handle }) {
      handle('makeReferral', async ({ body, request }) => {
        throwIfRateLimited(admitCreation(request.ip));
        const tool = authenticateTool(request.headers.authorization, request.ip);
        const { returnAddress = tool.returnAddresses[0] ?? tool.url } = body;
        if (!tool.returnAddresses.includes(returnAddress)) throw unlistedReturnAddress;
        const lifetime = body.expiresInSeconds ?? defaultLifetimeSeconds;
        // Whole seconds, as the reference holds them.
        const expiresAtSeconds = Math.floor(now().getTime() / 1000) + lifetime;
        const expiresAt = new Date(expiresAtSeconds * 1000);
        const reference = references.sign({ toolId: tool.id, returnAddress, expiresAt });
        const url = new URL('/', appOrigin);
        url.searchParams.set('refer', reference);
        return { reference, url: url.href, expiresAt: expiresAt.toISOString() };
      });

      handle('checkReferral', async ({ params, request }) => {
        throwIfRateLimited(admitCheck(request.ip));
        const refuse = (
          reason: InvalidReason | 'unknown_tool' | 'unlisted_address',
          facts: object,
        ) => {
          // The log tells the reasons apart; whoever asks learns none of them.
          log.info({ reason, ...facts, address: request.ip }, 'a refer link was refused');
          return new Problem(404, 'invalid_refer', invalidRefer);
        };
        const opened = references.open(params.reference, now());
        if (!opened.valid) throw refuse(opened.reason, { link: opened.nonce });
        const { toolId, returnAddress, expiresAt, nonce } = opened.reference;
        const facts = { link: nonce, tool: toolId };
        const tool = reportingTools.find((each) => each.id === toolId);
        if (!tool) throw refuse('unknown_tool', facts);
        // The list may have become shorter since the link was made.
        if (!tool.returnAddresses.includes(returnAddress)) throw refuse('unlisted_address', facts);
        return {
          tool: { id: tool.id, name: tool.name },
          returnAddress,
          expiresAt: expiresAt.toISOString(),
        };
      });
    },
  };
}

/** The English wording is the specification's (section 8), to the letter. */
const invalidRefer = { vi: 'Liên kết giới thiệu không hợp lệ', en: 'Invalid refer' };

const toolRefused = new Problem(401, 'tool_refused', {
  vi: 'Mã hoặc khoá bí mật của công cụ báo cáo không đúng.',
  en: 'The id or the secret of the reporting tool is not right.',
});

const unlistedReturnAddress = new Problem(400, 'unlisted_return_address', {
  vi: 'Địa chỉ quay lại không có trong danh sách của công cụ báo cáo.',
  en: 'The return address is not on the list of the reporting tool.',
});

function throwIfRateLimited(seconds: number): void {
  if (seconds === 0) return;
  throw new Problem(
    429,
    'rate_limited',
    {
      vi: `Bạn thao tác quá nhanh. Vui lòng thử lại sau ${seconds} giây.`,
      en: `Too many requests. Please try again in ${seconds} seconds.`,
    },
    { retryAfterSeconds: seconds },
  );
}

/** HTTP Basic, RFC 7617; null when it is something else. */
function parseBasicCredentials(header: string | undefined): { id: string; secret: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 1 ? null : { id: text.slice(0, colon), secret: text.slice(colon + 1) };
}

function equalsInConstantTime(given: string, known: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', known, 'buffer'));
}
