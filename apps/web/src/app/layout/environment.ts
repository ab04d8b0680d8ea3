import type { PageConfiguration } from '@seller-connect/contract';
import { createContext } from 'react';

/** The environments that are marked: every one except production. */
export type MarkedEnvironment =
  | { readonly kind: 'demo' }
  | { readonly kind: 'named'; readonly name: string };

/** Returns how the page is marked, or null for production. */
export function markedEnvironment({
  demo,
  environment,
}: Pick<PageConfiguration, 'demo' | 'environment'>): MarkedEnvironment | null {
  if (demo) return { kind: 'demo' };
  return environment === 'production' ? null : { kind: 'named', name: environment };
}

/** Provides the environment mark of every page. */
export const EnvironmentContext = createContext<MarkedEnvironment | null>(null);
