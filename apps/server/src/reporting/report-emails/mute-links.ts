import { createHmac } from 'node:crypto';
import type { MutePages } from '../../notifications/index.ts';
import type { Database, TenantTransaction } from '../../platform/database/database.ts';
import { equalsInConstantTime } from '../../platform/secrets.ts';
import { isUuid } from '../../platform/ids.ts';
import type { KeyProvider } from '../../platform/vault/vault.ts';

/** Who gets no more emails about what: a scheduled report or an alert rule. */
export interface MutedSubject {
  tenantId: string;
  subjectId: string;
  accountId: string;
}

/**
 * Signs and opens the links that end the emails about one subject without a sign-in (RFC 8058). A link does only that,
 * and can be used again; the recipient can undo it in the settings.
 */
export interface MuteLinks {
  /** Path of the page that a token belongs to. */
  readonly path: string;
  pathOf(muted: MutedSubject): string;
  /** Returns null if the token was not made here. */
  open(token: string): MutedSubject | null;
}

/** What links are about: the path of their page, and the purpose of their key. */
const subjects = {
  report: { path: '/reports/unsubscribe', purpose: 'report emails' },
  alertRule: { path: '/alerts/mute', purpose: 'alert rules' },
} as const;

export async function createMuteLinks(
  keys: Pick<KeyProvider, 'keyIds' | 'deriveKey'>,
  subject: keyof typeof subjects = 'report',
): Promise<MuteLinks> {
  const { path, purpose } = subjects[subject];
  const ring = await Promise.all(keys.keyIds.map((keyId) => keys.deriveKey(keyId, purpose)));
  const [newest] = ring;
  if (newest === undefined) throw new Error('A keyring needs at least one key');
  const macOf = (key: Buffer, content: string) =>
    createHmac('sha256', key).update(content).digest('base64url');
  return {
    path,
    pathOf({ tenantId, subjectId, accountId }) {
      const content = Buffer.from(`${tenantId} ${subjectId} ${accountId}`).toString('base64url');
      return `${path}/${content}.${macOf(newest, content)}`;
    },
    open(token) {
      const [content = '', mac = ''] = token.split('.');
      if (!ring.some((key) => equalsInConstantTime(macOf(key, content), mac))) return null;
      const [tenantId = '', subjectId = '', ...rest] = Buffer.from(content, 'base64url')
        .toString()
        .split(' ');
      if (!isUuid(tenantId) || !isUuid(subjectId)) return null;
      return { tenantId, subjectId, accountId: rest.join(' ') };
    },
  };
}

/** What the pages of links about one kind of subject say and do. */
export type MuteAct = Pick<MutePages<MutedSubject>, 'question' | 'submit' | 'doneTitle'> & {
  mute(tx: TenantTransaction, muted: MutedSubject): Promise<unknown>;
};

/** Returns the pages that end the emails about one subject. */
export function subjectMutePages(
  database: Pick<Database, 'tenant'>,
  { path, open }: MuteLinks,
  { question, submit, doneTitle, mute }: MuteAct,
): MutePages<MutedSubject> {
  return {
    path,
    open,
    question,
    submit,
    mute: (muted) => database.tenant(muted.tenantId, (tx) => mute(tx, muted)),
    doneTitle,
    invalid: {
      vi: 'Hãy mở đúng liên kết trong email, hoặc tắt email trong cài đặt thông báo.',
      en: 'Open the link from the email, or turn the emails off in your notification settings.',
    },
  };
}
