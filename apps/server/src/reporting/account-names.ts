/** Returns the name and email address of an account, or null if it was removed. */
export type FindAccount = (
  accountId: string,
) => Promise<{ name: string | null; email: string | null } | null>;

/** Returns the name of an account, its email address if it has none, or null if it was removed. */
export async function accountName(
  find: FindAccount,
  accountId: string | null,
): Promise<string | null> {
  const account = accountId === null ? null : await find(accountId);
  return account?.name ?? account?.email ?? null;
}

/** Returns the names of accounts by their ids, which may repeat. */
export async function accountNames<Id extends string | null>(
  find: FindAccount,
  accountIds: readonly Id[],
): Promise<Map<Id, string | null>> {
  const names = [...new Set(accountIds)].map(
    async (id) => [id, await accountName(find, id)] as const,
  );
  return new Map(await Promise.all(names));
}
