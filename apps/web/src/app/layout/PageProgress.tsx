import { useRouterState } from '@tanstack/react-router';
import styles from './PageProgress.module.css';

/**
 * A thin bar at the top of the window while another page is on its way; the old one stays until then. Screen readers
 * are told by the heading of the new page, which takes the focus.
 */
export function PageProgress() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return isLoading ? <div className={styles.bar} data-page-progress aria-hidden="true" /> : null;
}
