import type { ReportAccess, ReportAccessList } from '@seller-connect/contract';
import { Block, Button, ConfirmDialog, EmptyState, notify } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { core } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { formats, shared } from '../../i18n/index.ts';
import { NewAccess } from './CreateAccessDialog.tsx';
import { dataSetsQuery } from './queries.ts';
import { texts } from './texts.ts';
import styles from './tools.module.css';

const words = texts.access;

/** What was given, with its last use, and the ways to give more. */
export function AccessList({
  list,
  mayChange,
}: {
  readonly list: ReportAccessList;
  readonly mayChange: boolean;
}) {
  const [making, setMaking] = useState<ReportAccess['kind'] | null>(null);
  const [revoking, setRevoking] = useState<ReportAccess | null>(null);
  return (
    <Block flush title={words.title} summary={words.intro}>
      {mayChange && (
        <div className={styles.give}>
          <Button variant="primary" onClick={() => setMaking('tool')}>
            {words.newTool}
          </Button>
          <Button onClick={() => setMaking('link')}>{words.newLink}</Button>
        </div>
      )}
      {list.total === 0 ? (
        <EmptyState title={words.none}>{words.noneWhy}</EmptyState>
      ) : (
        <ul className={styles.rows} aria-label={words.list(list.total)}>
          {list.items.map((access) => (
            <AccessRow
              key={access.id}
              access={access}
              onRevoke={mayChange ? () => setRevoking(access) : null}
            />
          ))}
        </ul>
      )}
      <NewAccess kind={making} addresses={list.addresses} onClose={() => setMaking(null)} />
      <Revoking access={revoking} onClose={() => setRevoking(null)} />
    </Block>
  );
}

function AccessRow({
  access,
  onRevoke,
}: {
  readonly access: ReportAccess;
  readonly onRevoke: (() => void) | null;
}) {
  const { data } = useQuery(dataSetsQuery);
  const { kind, name, login, dataSet, createdAt, createdBy, lastUsedAt, expiresAt } = access;
  const [now] = useState(() => Date.now());
  const over = expiresAt !== null && Date.parse(expiresAt) <= now;
  const label = data?.dataSets.find((each) => each.id === dataSet)?.label ?? dataSet ?? '';
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.name}>{name}</p>
        <p className={styles.quiet}>
          {kind === 'link' ? words.link(label) : words.tool}
          {' · '}
          {words.made(formats.relative(createdAt), createdBy)}
          {' · '}
          {lastUsedAt === null ? words.neverUsed : words.used(formats.relative(lastUsedAt))}
        </p>
        {expiresAt !== null && (
          <p className={styles.quiet}>
            {over ? words.ended(formats.date(expiresAt)) : words.ends(formats.date(expiresAt))}
          </p>
        )}
        {login !== null && <p className={styles.quiet}>{words.login(login)}</p>}
      </div>
      {onRevoke && (
        <Button size="small" variant="quiet" aria-label={words.revokeOf(name)} onClick={onRevoke}>
          {words.revoke}
        </Button>
      )}
    </li>
  );
}

function Revoking({
  access,
  onClose,
}: {
  readonly access: ReportAccess | null;
  readonly onClose: () => void;
}) {
  const revoke = useMutation({
    mutationFn: ({ id }: ReportAccess) =>
      core().call('revokeReportAccess', { params: { accessId: id } }),
    onSuccess: (_, { name }) => notify({ tone: 'positive', title: words.revoked(name) }),
    changes: ['listReportAccess', 'readAudit'],
  });
  return (
    <ConfirmDialog
      open={access !== null}
      danger
      title={texts.revoke.title(access?.name ?? '')}
      confirmLabel={words.revoke}
      cancelLabel={texts.revoke.keep}
      closeLabel={shared.close}
      busy={revoke.isPending}
      onConfirm={() => access && revoke.mutate(access, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>{texts.revoke.text}</p>
    </ConfirmDialog>
  );
}
