import { useRouterState } from '@tanstack/react-router';
import styles from './PageProgress.module.css';

/**
 * A thin bar at the top of the window while the next page loads; the old page stays visible until then. Hidden from
 * screen readers: the heading of the new page takes the focus and is announced.
 */
export function PageProgress() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return isLoading ? <div className={styles.bar} data-page-progress aria-hidden="true" /> : null;
}
