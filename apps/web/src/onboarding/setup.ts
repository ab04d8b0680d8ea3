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
  const profile = user.profileCompletedAt !== null;
  const sync = linked && synced.synced && synced.shops.length > 0;
  const finished = profile && linked && sync;
  const done = { profile, connect: linked, sync, done: finished };
  return { done, finished, next: setupSteps.find((step) => !done[step]) ?? 'done' };
}

/** Returns the setup; null until the server has responded, or if it cannot be reached. */
export function useSetup(): { readonly setup: Setup | null; readonly failed: boolean } {
  const who = useQuery(userQuery);
  const linked = useQuery(shopsQuery);
  const read = useQuery(syncStatusQuery);
  if (!who.data || !linked.data || !read.data) {
    return { setup: null, failed: who.isError || linked.isError || read.isError };
  }
  const setup = computeSetup({ user: who.data, shops: linked.data.items, synced: read.data });
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
  const finished = done.connect && done.sync;
  const now = { ...done, profile: true, done: finished };
  return { done: now, finished, next: setupSteps.find((step) => !now[step]) ?? 'done' };
}
