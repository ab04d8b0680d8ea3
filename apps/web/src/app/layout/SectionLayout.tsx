import { ChevronRightIcon } from '@seller-connect/ui';
import type { ReactNode } from 'react';
import { usePermissions } from '../../session/index.ts';
import { visibleItems } from '../routing/routeAccess.ts';
import { findSection, type MatchedRoute, type RouteItem } from '../routing/routeTable.ts';
import styles from './SectionLayout.module.css';

export interface SectionLayoutProps {
  readonly match: MatchedRoute | null;
  readonly children: ReactNode;
}

/**
 * Shows the screens of a section beside the section's list. On narrow windows the section's own address shows the
 * list, and its screens are shown without it.
 */
export function SectionLayout({ match, children }: SectionLayoutProps) {
  const section = findSection(match);
  if (!section) return children;
  const screen = match?.chain.at(-1);
  return (
    <div className={styles.section} data-list={screen === section || undefined}>
      <SectionList section={section} path={screen?.path} />
      <div className={styles.screen}>{children}</div>
    </div>
  );
}

interface SectionListProps {
  readonly section: RouteItem;
  /** Path of the shown screen, as in the route table. */
  readonly path: string | undefined;
}

function SectionList({ section, path }: SectionListProps) {
  const items = visibleItems(section.children ?? [], usePermissions());
  return (
    <nav className={styles.list} aria-label={section.name}>
      <ul>
        {items
          .filter((item) => item.icon !== undefined)
          .map((item) => (
            <li key={item.name}>
              <a
                className={styles.item}
                href={item.path}
                aria-current={item.path === path ? 'page' : undefined}
              >
                {item.icon && <item.icon size={20} />}
                <span className={styles.texts}>
                  <span className={styles.name}>{item.name}</span>
                  {item.summary !== undefined && (
                    <span className={styles.summary}>{item.summary}</span>
                  )}
                </span>
                <span className={styles.arrow}>
                  <ChevronRightIcon />
                </span>
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
}
