import type { Shop, User } from '@seller-connect/contract';
import { useQuery } from '@tanstack/react-query';
import { shopsQuery, syncStatusQuery, userQuery } from '../api/queries/sharedQueries.ts';

/** The steps of the setup, each with its own screen. */
export const setupSteps = ['profile', 'connect', 'sync', 'done'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Each step has its own path, so that reload and back navigation keep it. */
export const setupPaths: Readonly<Record<SetupStep, string>> = {
  profile: '/profile/complete',
  connect: '/connect',
  sync: '/connect/verified',
  done: '/connect/done',
};

export interface Setup {
  readonly done: Readonly<Record<SetupStep, boolean>>;
  /** The first incomplete step, or `done`. */
  readonly next: SetupStep;
  readonly finished: boolean;
}

export interface SetupFacts {
  readonly user: Pick<User, 'profileCompletedAt'>;
  readonly shops: readonly Pick<Shop, 'status'>[];
  readonly synced: { readonly synced: boolean; readonly shops: readonly unknown[] };
}

/** Computes the progress from server data, so that it is the same on every device. */
export function computeSetup({ user, shops, synced }: SetupFacts): Setup {
  const linked = shops.some((shop) => shop.status !== 'disconnected');
  return toSetup({
    profile: user.profileCompletedAt !== null,
    connect: linked,
    sync: linked && synced.synced && synced.shops.length > 0,
  });
}

/** Returns the setup in which these steps are complete. */
function toSetup(steps: Omit<Setup['done'], 'done'>): Setup {
  const next = setupSteps.find((step) => step !== 'done' && !steps[step]) ?? 'done';
  const finished = next === 'done';
  return { done: { ...steps, done: finished }, finished, next };
}

/** Returns the setup; null until the server has responded, or if it cannot be reached. */
export function useSetup(): { readonly setup: Setup | null; readonly failed: boolean } {
  const user = useQuery(userQuery);
  const shops = useQuery(shopsQuery);
  const synced = useQuery(syncStatusQuery);
  if (!user.data || !shops.data || !synced.data) {
    return { setup: null, failed: user.isError || shops.isError || synced.isError };
  }
  const setup = computeSetup({ user: user.data, shops: shops.data.items, synced: synced.data });
  return { setup, failed: false };
}

/** Returns whether a step's screen can be opened. */
export function canOpen(step: SetupStep, { done, finished }: Setup): boolean {
  if (step === 'sync') return done.connect;
  return step === 'done' ? finished : true;
}

/**
 * Returns the path of the first incomplete step. After the setup it is the report, or the last screen for
 * users who came from a reporting tool, which offers the way back.
 */
export function nextSetupPath({ next, finished }: Setup, referred: boolean): string {
  return finished && !referred ? '/' : setupPaths[next];
}

/** Returns the setup after the profile is saved. */
export function withProfile({ done }: Setup): Setup {
  return toSetup({ ...done, profile: true });
}
