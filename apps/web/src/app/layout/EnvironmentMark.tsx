import { use } from 'react';
import { EnvironmentContext } from './environment.ts';
import styles from './EnvironmentMark.module.css';
import { texts } from '../texts.ts';

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
