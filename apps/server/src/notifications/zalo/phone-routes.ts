import { createHmac, randomInt } from 'node:crypto';
import { formatPhone, toE164, type ZaloState } from '@seller-connect/contract';
import type { ZaloSettings } from '../../platform/config/zalo-settings.ts';
import type { Database } from '../../platform/database/database.ts';
import { equalsInConstantTime } from '../../platform/secrets.ts';
import type { Http, Session } from '../../platform/http/http.ts';
import { dailyLimitProblem, Problem } from '../../platform/http/problem.ts';
import { newId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { createRequestLimiter } from '../../platform/http/limits/request-limiter.ts';
import {
  confirmPhone,
  countCode,
  deletePhoneOf,
  findPhone,
  setPhoneOff,
  startPhone,
} from './phone-store.ts';
import { formatPhoneRef } from './phone-ref.ts';
import { toRefusal, type ZaloSender } from './zalo-channel.ts';
import { ZaloError } from './zalo-client.ts';

const notOfferedProblem = () =>
  new Problem(404, 'zalo_not_offered', {
    vi: 'Hệ thống này chưa được cài đặt để gửi tin Zalo.',
    en: 'This installation isn’t set up to send Zalo messages.',
  });
const phoneInvalidProblem = () =>
  new Problem(422, 'phone_invalid', {
    vi: 'Số điện thoại phải là số di động Việt Nam, chẳng hạn 0912 345 678.',
    en: 'The phone number must be a Vietnamese mobile number, such as 0912 345 678.',
  });
const tooManyCodesProblem = () =>
  dailyLimitProblem({
    vi: 'Đã gửi đủ số mã của hôm nay.',
    en: 'Today’s codes have all been sent.',
  });
const codeWrongProblem = () =>
  new Problem(422, 'code_wrong', {
    vi: 'Mã không đúng hoặc đã hết hạn. Hãy kiểm tra lại, hoặc gửi mã mới.',
    en: 'The code is wrong or has expired. Check it, or send a new one.',
  });
const codeProblems = {
  no_zalo: new Problem(422, 'zalo_unreachable', {
    vi: 'Số này chưa dùng Zalo. Hãy nhập số điện thoại của tài khoản Zalo của bạn.',
    en: 'This number isn’t on Zalo. Enter the phone number of your Zalo account.',
  }),
  refused: new Problem(422, 'zalo_unreachable', {
    vi: 'Zalo không chuyển được tin đến số này: người dùng chặn tin thông báo, hoặc Zalo trên máy quá cũ.',
    en: 'Zalo can’t deliver to this number: the user blocks notifications, or the app is too old.',
  }),
  out_of_quota: new Problem(503, 'zalo_unavailable', {
    vi: 'Hôm nay đã gửi hết số tin Zalo cho phép. Hãy thử lại vào ngày mai.',
    en: 'All Zalo messages allowed today have been sent. Try again tomorrow.',
  }),
  unavailable: new Problem(503, 'zalo_unavailable', {
    vi: 'Zalo không nhận tin lúc này. Hãy thử lại sau ít phút.',
    en: 'Zalo doesn’t accept messages right now. Try again in a few minutes.',
  }),
} as const;

const maxCallsPerMinute = 10;

export interface PhoneRouteDependencies {
  database: Database;
  /** Null if the operator has no Official Account. */
  settings: ZaloSettings | null;
  sender: ZaloSender | null;
  /** Keys that hash codes, newest first. */
  keys: readonly Buffer[];
  log: Pick<Log, 'error'>;
}

/** Returns what the settings show; null if Zalo is not offered. */
export async function readZaloState(
  database: Database,
  settings: ZaloSettings | null,
  { tenantId, accountId }: Pick<Session, 'tenantId' | 'accountId'>,
): Promise<ZaloState | null> {
  if (settings === null) return null;
  const found = await findPhone(database, { tenantId, accountId });
  if (found === null) return { phone: null };
  const { phone, isConfirmed, isOff, problem } = found;
  return { phone: { number: formatPhone(phone), isConfirmed, isOff, problem } };
}

/** Registers the calls by which an account gives its number, confirms it by a code, mutes and removes it. */
export function phoneRoutes(http: Http, dependencies: PhoneRouteDependencies): void {
  const { database, settings, sender, keys, log } = dependencies;
  const limiter = createRequestLimiter(maxCallsPerMinute);
  const hashesOf = (phoneId: string, code: string) =>
    keys.map((key) => createHmac('sha256', key).update(`code ${phoneId} ${code}`).digest());

  function state(session: Session): Promise<ZaloState | null> {
    return readZaloState(database, settings, session);
  }

  http.handle('saveZaloPhone', async ({ session, body }) => {
    if (settings === null || sender === null) throw notOfferedProblem();
    limiter.admit(session.accountId);
    const phone = toE164(body.phoneNumber);
    if (phone === null || !/^\+84\d{9}$/.test(phone)) throw phoneInvalidProblem();
    if (!(await countCode(database, phone, session))) throw tooManyCodesProblem();
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const phoneId = newId();
    try {
      const { code: templateId = '' } = settings.templates;
      const trackingId = formatPhoneRef({ tenantId: session.tenantId, phoneId });
      await sender.send({ phone, templateId, templateData: { otp: code }, trackingId });
    } catch (error) {
      if (!(error instanceof ZaloError)) throw error;
      const refusal = toRefusal(error);
      if (refusal.of === 'phone') throw codeProblems[refusal.problem];
      log.error(
        { event: 'notifications.zalo_code_refused', code: error.code },
        'Zalo did not accept a code',
      );
      throw codeProblems.unavailable;
    }
    // A number is stored once Zalo has accepted it. An earlier one stays until then.
    const [codeHash = Buffer.alloc(0)] = hashesOf(phoneId, code);
    await startPhone(database, session, { phoneId, phone, codeHash });
    return state(session);
  });

  http.handle('confirmZaloPhone', async ({ session, body }) => {
    limiter.admit(session.accountId);
    const isConfirmed = await confirmPhone(database, session, (phoneId, codeHash) =>
      hashesOf(phoneId, body.code).some((hash) =>
        equalsInConstantTime(hash.toString('hex'), codeHash.toString('hex')),
      ),
    );
    if (!isConfirmed) throw codeWrongProblem();
    return state(session);
  });

  http.handle('muteZaloPhone', async ({ session, body }) => {
    const phone = await findPhone(database, session);
    if (phone) await setPhoneOff(database, session.tenantId, phone.phoneId, body.isOff);
    return state(session);
  });

  http.handle('removeZaloPhone', async ({ session }) => {
    await database.tenant(session.tenantId, (tx) => deletePhoneOf(tx, session.accountId));
    return state(session);
  });
}
