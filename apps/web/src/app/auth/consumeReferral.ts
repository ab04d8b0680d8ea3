import type { Referral } from '@seller-connect/contract';
import { ApiError } from '../../api/index.ts';
import { storage } from '../../storage.ts';

export interface ReferralDependencies {
  /** Asks the server to verify a reference. */
  readonly checkReferral: (reference: string) => Promise<Referral>;
  /** Resolves when the request may be retried. */
  readonly waitBeforeRetry: () => Promise<void>;
}

const invalidReferPath = '/refer/invalid';

/** Our references are shorter. A longer address might not reach the server intact. */
const maxReferenceLength = 1024;

/**
 * Verifies the refer link in `path`, a path of this application with its search parameters.
 *
 * - A valid reference is stored for the visit, with the return address that the server verified, and leads to the
 *   first unfinished setup step.
 * - An invalid one leads to the Invalid refer screen.
 * - If the server does not answer, the reference stays in the address so that a reload checks it again.
 *
 * @returns The path to show instead, without the reference once it has been checked.
 */
export async function consumeReferral(
  path: string,
  dependencies: ReferralDependencies,
): Promise<string> {
  const address = new URL(`http://here${path}`);
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
  const nextPath = address.pathname + address.search + address.hash;
  // After registration the user returns to the start page, not to the address where the login began.
  storage.resumeAt.write(nextPath);
  return nextPath;
}

async function verifyReference(
  reference: string,
  { checkReferral, waitBeforeRetry }: ReferralDependencies,
): Promise<Referral | 'invalid' | 'unanswered'> {
  for (const last of [false, true]) {
    try {
      return await checkReferral(reference);
    } catch (error) {
      if (error instanceof ApiError && error.isFinal) return 'invalid';
      if (!last) await waitBeforeRetry();
    }
  }
  return 'unanswered';
}
