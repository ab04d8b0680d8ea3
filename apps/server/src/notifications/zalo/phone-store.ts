import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import type { PhoneRef } from './phone-ref.ts';

/** Why the last message to a number was refused. */
export type PhoneRefusal = 'no_zalo' | 'refused' | 'out_of_quota';
/** Zalo accepted messages for a day without a receipt: they do not arrive. */
export type PhoneProblem = PhoneRefusal | 'undelivered';

export interface Phone {
  phoneId: string;
  /** E.164. */
  phone: string;
  isConfirmed: boolean;
  problem: PhoneProblem | null;
  isOff: boolean;
}

interface Owner {
  tenantId: string;
  accountId: string;
}

/** Messages to one number a day: each costs the operator money. */
const maxMessagesPerDay = 20;
const codeLifetimeMs = 10 * 60_000;
const maxGuesses = 5;

// A number without any receipt, such as that of its code, tells nothing: the webhook may not be set up.
const columns = `phone_id, phone, confirmed_at is not null as is_confirmed, is_off,
  coalesce(problem, case when received_at is not null and awaiting_since < now() - interval '1 day'
    then 'undelivered' end) as problem`;
const findStatement = sql(
  'notifications.zalo_phone',
  `select ${columns} from notifications.zalo_phone where tenant_id = $1 and account_id = $2`,
);
const findByIdStatement = sql(
  'notifications.zalo_phone_by_id',
  `select ${columns} from notifications.zalo_phone where tenant_id = $1 and account_id = $2 and phone_id = $3`,
);
const countCodeStatement = sql(
  'notifications.count_code',
  'select notifications.count_code($1, $2) as is_allowed',
);
const startStatement = sql(
  'notifications.start_zalo_phone',
  `insert into notifications.zalo_phone (tenant_id, account_id, phone_id, phone, code_hash, code_expires_at)
   values ($1, $2, $3, $4, $5, now() + ${codeLifetimeMs} * interval '1 millisecond')
   on conflict (tenant_id, account_id) do update set phone_id = excluded.phone_id, phone = excluded.phone,
     confirmed_at = null, code_hash = excluded.code_hash, code_expires_at = excluded.code_expires_at,
     guesses = 0, problem = null, is_off = false, awaiting_since = null, received_at = null`,
);
const guessStatement = sql(
  'notifications.guess_code',
  `update notifications.zalo_phone set guesses = guesses + 1
   where tenant_id = $1 and account_id = $2 and code_hash is not null and code_expires_at > now()
     and guesses < ${maxGuesses}
   returning phone_id, code_hash`,
);
const confirmStatement = sql(
  'notifications.confirm_zalo_phone',
  `update notifications.zalo_phone set confirmed_at = now(), code_hash = null, code_expires_at = null
   where tenant_id = $1 and account_id = $2 and phone_id = $3 and code_hash = $4`,
);
const deleteStatement = sql(
  'notifications.drop_zalo_phone',
  'delete from notifications.zalo_phone where tenant_id = $1 and account_id = $2',
);
const setOffStatement = sql(
  'notifications.mute_zalo_phone',
  `update notifications.zalo_phone set is_off = $3, problem = null, awaiting_since = null
   where tenant_id = $1 and phone_id = $2`,
);
const recordRefusalStatement = sql(
  'notifications.record_zalo_refusal',
  `update notifications.zalo_phone set problem = $3, is_off = is_off or $4
   where tenant_id = $1 and phone_id = $2`,
);
// The receipt may come before the response.
const recordAcceptanceStatement = sql(
  'notifications.record_zalo_acceptance',
  `update notifications.zalo_phone set problem = null,
     awaiting_since = case when received_at >= $3 then awaiting_since else coalesce(awaiting_since, $3) end
   where tenant_id = $1 and phone_id = $2`,
);
const recordReceiptStatement = sql(
  'notifications.record_zalo_receipt',
  `update notifications.zalo_phone set received_at = greatest(received_at, $3),
     awaiting_since = case when awaiting_since > $3 then awaiting_since end
   where tenant_id = $1 and phone_id = $2`,
);
const enqueueStatement = sql(
  'notifications.enqueue_zalo',
  `with counted as (
     update notifications.zalo_phone p set counted_on = current_date,
       messages = 1 + p.messages * (p.counted_on = current_date)::integer
     where tenant_id = $1 and account_id = $2 and confirmed_at is not null and not is_off
       and (p.counted_on <> current_date or p.messages < ${maxMessagesPerDay})
     returning phone_id
   )
   insert into notifications.channel_message
     (tenant_id, message_id, channel, account_id, event_id, target_id, attempts, next_try_at, expires_at)
   select $1, gen_random_uuid(), 'zalo', $2, $3, phone_id, 0, now(), now() + $4 * interval '1 millisecond'
   from counted on conflict (tenant_id, event_id, target_id) do nothing`,
);

export async function findPhone(
  database: Database,
  { tenantId, accountId }: Owner,
): Promise<Phone | null> {
  const [row] = await database.tenantRead<Phone>(tenantId, findStatement, [tenantId, accountId]);
  return row ?? null;
}

/** Returns the number of a message; null if the account has removed or replaced it. */
export async function findPhoneOfMessage(
  database: Database,
  { tenantId, accountId }: Owner,
  phoneId: string,
): Promise<Phone | null> {
  const [row] = await database.tenantRead<Phone>(tenantId, findByIdStatement, [
    tenantId,
    accountId,
    phoneId,
  ]);
  return row ?? null;
}

/** Counts a code. Returns false if the number or the account has had its codes of the day. */
export async function countCode(
  database: Database,
  phone: string,
  { accountId }: Owner,
): Promise<boolean> {
  const [row] = await database.query<{ isAllowed: boolean }>(countCodeStatement, [
    phone,
    accountId,
  ]);
  return row?.isAllowed === true;
}

/** Stores a number that waits for its code. It replaces the account's earlier one. */
export async function startPhone(
  database: Database,
  { tenantId, accountId }: Owner,
  { phoneId, phone, codeHash }: { phoneId: string; phone: string; codeHash: Buffer },
): Promise<void> {
  await database.tenant(tenantId, (tx) =>
    tx.execute(startStatement, [tenantId, accountId, phoneId, phone, codeHash]),
  );
}

/**
 * Confirms the number if the code is right. A code has five guesses and ten minutes; every guess is counted before it is
 * compared.
 */
export async function confirmPhone(
  database: Database,
  { tenantId, accountId }: Owner,
  isRight: (phoneId: string, codeHash: Buffer) => boolean,
): Promise<boolean> {
  const [guess] = await database.tenant(tenantId, (tx) =>
    tx.query<{ phoneId: string; codeHash: Buffer }>(guessStatement, [tenantId, accountId]),
  );
  if (!guess || !isRight(guess.phoneId, guess.codeHash)) return false;
  const confirmed = await database.tenant(tenantId, (tx) =>
    tx.execute(confirmStatement, [tenantId, accountId, guess.phoneId, guess.codeHash]),
  );
  return confirmed > 0;
}

/** Deletes the number of an account. */
export async function deletePhoneOf(tx: TenantTransaction, accountId: string): Promise<void> {
  await tx.execute(deleteStatement, [tx.tenantId, accountId]);
}

export async function setPhoneOff(
  database: Database,
  tenantId: string,
  phoneId: string,
  isOff: boolean,
): Promise<void> {
  await database.tenant(tenantId, (tx) => tx.execute(setOffStatement, [tenantId, phoneId, isOff]));
}

/** Records why Zalo refused a message. @param isFinal whether every further message would be refused too */
export async function recordRefusal(
  database: Database,
  { tenantId, phoneId }: PhoneRef,
  problem: PhoneRefusal,
  isFinal: boolean,
): Promise<void> {
  await database.tenant(tenantId, (tx) =>
    tx.execute(recordRefusalStatement, [tenantId, phoneId, problem, isFinal]),
  );
}

/** Records that Zalo accepted a message, whose receipt is awaited from then on. */
export async function recordAcceptance(
  database: Database,
  { tenantId, phoneId }: PhoneRef,
  sentAt: Date,
): Promise<void> {
  await database.tenant(tenantId, (tx) =>
    tx.execute(recordAcceptanceStatement, [tenantId, phoneId, sentAt]),
  );
}

/** Records that a message has arrived: no earlier one is awaited any more. */
export async function recordReceipt(
  database: Database,
  { tenantId, phoneId }: PhoneRef,
  receivedAt: Date,
): Promise<void> {
  await database.tenant(tenantId, (tx) =>
    tx.execute(recordReceiptStatement, [tenantId, phoneId, receivedAt]),
  );
}

/** Enqueues a notification for the number of the account, if it has a confirmed one that is on. */
export async function enqueueZaloMessage(
  tx: TenantTransaction,
  { accountId, eventId, validForMs }: { accountId: string; eventId: string; validForMs: number },
): Promise<number> {
  return tx.execute(enqueueStatement, [tx.tenantId, accountId, eventId, validForMs]);
}
