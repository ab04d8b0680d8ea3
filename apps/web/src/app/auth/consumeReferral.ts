import type { Referral } from '@seller-connect/contract';
import { ApiError } from '../../api/index.ts';
import { storage } from '../../storage.ts';

export interface ReferralDependencies {
  /** Asks the server what a reference stands for. */
  readonly ask: (reference: string) => Promise<Referral>;
  /** Resolves when it is worth asking once more. */
  readonly pause: () => Promise<void>;
}

export const invalidReferPath = '/refer/invalid';

/** Longer ones are none of ours, and an address that long may not even arrive. */
const maxReferenceLength = 1024;

/**
 * Takes the refer link out of an address of this application (a path with its search parameters). A valid
 * one is remembered for the visit, with the return address that the server verified, and leads to the first
 * unfinished step; any other leads to the Invalid refer screen. When the server cannot be asked, the reference stays in
 * the address, so that a reload asks again.
 *
 * @returns the path to show instead; without the reference once it was checked.
 */
export async function consumeReferral(
  path: string,
  dependencies: ReferralDependencies,
): Promise<string> {
  const address = new URL(path, 'http://here');
  const reference = address.searchParams.get('refer');
  if (reference === null || address.pathname !== '/') return path;
  if (reference === '' || reference.length > maxReferenceLength) {
    return invalidReferPath;
  }
  const referral = await verifyReference(reference, dependencies);
  if (referral === 'unanswered') return path;
  if (referral === 'invalid') return invalidReferPath;
  storage.referredFrom.write({ tool: referral.tool, returnAddress: referral.returnAddress });
  address.searchParams.delete('refer');
  address.searchParams.set('setup', 'continue');
  const nextPath = address.pathname + address.search;
  // Registering comes back to the start page, not to the address that the login was begun at.
  storage.resumeAt.write(nextPath);
  return nextPath;
}

async function verifyReference(
  reference: string,
  { ask: checkReferral, pause: waitBeforeRetry }: ReferralDependencies,
): Promise<Referral | 'invalid' | 'unanswered'> {
  for (const last of [false, true]) {
    try {
      return await checkReferral(reference);
    } catch (error) {
      if (error instanceof ApiError && isRejection(error.status)) return 'invalid';
      if (!last) await waitBeforeRetry();
    }
  }
  return 'unanswered';
}

/** The server looked at it and said no; everything else says nothing about the link. */
function isRejection(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
