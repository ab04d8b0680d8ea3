import type { PageConfiguration } from '@seller-connect/contract';
import { createContext, use } from 'react';
import styles from './EnvironmentMark.module.css';
import { texts } from '../texts.ts';

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

/** Marks installations that are not production, such as a demo. */
export function EnvironmentMark() {
  const environment = use(EnvironmentContext);
  if (environment === null) return null;
  const isDemo = environment.kind === 'demo';
  return (
    <span className={styles.mark} title={isDemo ? texts.demoText : undefined}>
      {isDemo ? texts.demo : texts.environment(environment.name)}
    </span>
  );
}
