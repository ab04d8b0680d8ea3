import { use } from 'react';
import { LoadError, type LoadErrorProps } from '../../loading/LoadError.tsx';
import styles from './CardError.module.css';
import { SharedErrorContext } from './sharedError.ts';

/**
 * A card that failed to load. If several cards share the failure, the card shows only its title;
 * one banner gives the reason.
 */
export function CardError(props: Omit<LoadErrorProps, 'explained'>) {
  return use(SharedErrorContext) ? (
    <p className={styles.quiet}>{props.title}</p>
  ) : (
    <LoadError {...props} explained />
  );
}
