import { listSpentTokens } from '../partners/index.ts';

type SpentTokens = Awaited<ReturnType<typeof listSpentTokens>>;

/** Shops are named up to this number. */
const maxNamedShops = 50;

/**
 * Returns the shops whose tokens may have been spent since a backup, or why they cannot be read: the restore itself has
 * not failed then.
 */
export async function findSpentTokens(databaseUrl: string): Promise<SpentTokens | Error> {
  try {
    return await listSpentTokens(databaseUrl, new Date());
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Says what a backup cannot bring back, in lines. */
export function describeLosses(takenAt: string, spent: SpentTokens | Error): string[] {
  return [
    'What does not come back:',
    `- What people did in the application after ${takenAt}. Orders and payouts of that time come back with the next syncs.`,
    '- What was erased after that is there again: erase it again. The same goes for withdrawn roles and changed passwords.',
    '- Tokens that a marketplace replaced after that. It accepts each refresh token once, and the newer one is lost.',
    ...describeSpentTokens(spent),
  ];
}

function describeSpentTokens(spent: SpentTokens | Error): string[] {
  if (spent instanceof Error) {
    return [
      `  Which shops this concerns could not be read (${spent.message}). If the syncs of a shop fail, its seller has to link it again.`,
    ];
  }
  if (spent.length === 0) return ['  No shop has to be linked again for this reason.'];
  return [
    `  ${spent.length} shops had tokens that were due to be replaced since. If their syncs fail, their sellers have to link them again:`,
    ...spent
      .slice(0, maxNamedShops)
      .map(({ platform, name, externalShopId }) => `  - ${platform} ${externalShopId}, ${name}`),
    ...(spent.length > maxNamedShops ? [`  - and ${spent.length - maxNamedShops} more`] : []),
  ];
}
