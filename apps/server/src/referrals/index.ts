import type { Configuration } from '../platform/config/configuration.ts';
import { equalsInConstantTime, parseBasicCredentials } from '../platform/secrets.ts';
import type { Http } from '../platform/http/http.ts';
import type { Log } from '../platform/log.ts';
import { Problem } from '../platform/http/problem.ts';
import type { ReportingTool } from '../platform/config/reporting-tools.ts';
import { createRequestLimiter } from '../platform/http/limits/request-limiter.ts';
import type { KeyProvider } from '../platform/vault/vault.ts';
import { createReferenceKeys, type InvalidReason } from './reference.ts';

/** Limit per address. A seller opens a link once or twice, but a whole office may share an address. */
const maxChecksPerMinute = 60;
/** Limit per tool, which creates one link for each seller. */
const maxLinksPerMinute = 600;
/** Limit of wrong secrets per address. */
const maxRefusalsPerMinute = 10;
const defaultLifetimeSeconds = 86_400;

export interface Referrals {
  routes(http: Http): void;
}

/** Refer links, by which a reporting tool sends sellers here and which name the address to return to. */
export async function createReferrals(dependencies: {
  configuration: Pick<Configuration, 'appOrigin' | 'reportingTools'>;
  keys: KeyProvider;
  log: Log;
  now?: () => Date;
}): Promise<Referrals> {
  const { log, now = () => new Date() } = dependencies;
  const { appOrigin, reportingTools } = dependencies.configuration;
  const references = await createReferenceKeys(dependencies.keys);
  const checkLimiter = createRequestLimiter(maxChecksPerMinute);
  const creationLimiter = createRequestLimiter(maxLinksPerMinute);
  const refusalLimiter = createRequestLimiter(maxRefusalsPerMinute);

  /** @throws Problem 401, the same for an unknown id and a wrong secret */
  function authenticateTool(authorization: string | undefined, address: string): ReportingTool {
    const credentials = parseBasicCredentials(authorization);
    const tool = reportingTools.find((each) => each.id === credentials?.name);
    if (tool?.secret && credentials && equalsInConstantTime(credentials.secret, tool.secret))
      return tool;
    log.warn(
      { event: 'referrals.tool_refused', tool: credentials?.name.slice(0, 32) ?? null, address },
      'Reporting tool was refused',
    );
    refusalLimiter.admit(address);
    throw toolRefusedProblem;
  }

  return {
    routes({ handle }) {
      handle('makeReferral', async ({ body, request }) => {
        creationLimiter.admit(request.ip);
        const tool = authenticateTool(request.headers.authorization, request.ip);
        const { returnAddress = tool.returnAddresses[0] ?? tool.url } = body;
        if (!tool.returnAddresses.includes(returnAddress)) throw unlistedReturnAddressProblem;
        const lifetime = body.expiresInSeconds ?? defaultLifetimeSeconds;
        // The reference stores whole seconds.
        const expiresAtSeconds = Math.floor(now().getTime() / 1000) + lifetime;
        const expiresAt = new Date(expiresAtSeconds * 1000);
        const reference = references.sign({ toolId: tool.id, returnAddress, expiresAt });
        const url = new URL('/', appOrigin);
        url.searchParams.set('refer', reference);
        return { reference, url: url.href, expiresAt: expiresAt.toISOString() };
      });

      handle('checkReferral', async ({ params, request }) => {
        checkLimiter.admit(request.ip);
        const refuse = (
          reason: InvalidReason | 'unknown_tool' | 'unlisted_address',
          facts: object,
        ) => {
          // The reason is only logged; the response is always the same.
          log.info(
            { event: 'referrals.link_refused', reason, ...facts, address: request.ip },
            'Refer link was refused',
          );
          return new Problem(404, 'invalid_refer', invalidRefer);
        };
        const opened = references.open(params.reference, now());
        if (!opened.valid) throw refuse(opened.reason, { link: opened.nonce });
        const { toolId, returnAddress, expiresAt, nonce } = opened.reference;
        const facts = { link: nonce, tool: toolId };
        const tool = reportingTools.find((each) => each.id === toolId);
        if (!tool) throw refuse('unknown_tool', facts);
        // The address may have been removed from the list since the link was created.
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

/** The English text is verbatim from the specification (section 8). */
const invalidRefer = { vi: 'Liên kết giới thiệu không hợp lệ', en: 'Invalid refer' };

const toolRefusedProblem = new Problem(401, 'tool_refused', {
  vi: 'Mã hoặc khoá bí mật của công cụ báo cáo không đúng.',
  en: 'The reporting tool’s ID or secret is incorrect.',
});

const unlistedReturnAddressProblem = new Problem(400, 'unlisted_return_address', {
  vi: 'Địa chỉ quay lại không có trong danh sách của công cụ báo cáo.',
  en: 'The return URL isn’t on the reporting tool’s allowlist.',
});
