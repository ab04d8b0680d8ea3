import type { ReportAccess, ReportAccessList } from '@seller-connect/contract';
import {
  Card,
  Button,
  ConfirmDialog,
  EmptyState,
  LinkIcon,
  Row,
  RowList,
  RowText,
  showToast,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { coreClient } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { formats, sharedTexts } from '../../i18n/index.ts';
import { CreateAccessDialog } from './CreateAccessDialog.tsx';
import { texts } from './texts.ts';
import styles from './tools.module.css';
import { dataSetsQuery } from './useDataSetFields.tsx';

const labels = texts.access;

/** Lists report accesses with their last use; creates and revokes them. */
export function AccessList({
  list,
  mayChange,
}: {
  readonly list: ReportAccessList;
  readonly mayChange: boolean;
}) {
  const [creating, setCreating] = useState<ReportAccess['kind'] | null>(null);
  const [revoking, setRevoking] = useState<ReportAccess | null>(null);
  return (
    <Card flush title={labels.title} summary={labels.intro}>
      {mayChange && (
        <div className={styles.give}>
          <Button variant="primary" onClick={() => setCreating('tool')}>
            {labels.newTool}
          </Button>
          <Button onClick={() => setCreating('link')}>{labels.newLink}</Button>
        </div>
      )}
      {list.total === 0 ? (
        <EmptyState title={labels.none} icon={<LinkIcon size={24} />}>
          {labels.noneWhy}
        </EmptyState>
      ) : (
        <RowList label={labels.list(list.total)}>
          {list.items.map((access) => (
            <AccessRow
              key={access.id}
              access={access}
              onRevoke={mayChange ? () => setRevoking(access) : null}
            />
          ))}
        </RowList>
      )}
      <CreateAccessDialog
        kind={creating}
        addresses={list.addresses}
        onClose={() => setCreating(null)}
      />
      <RevokeAccessDialog access={revoking} onClose={() => setRevoking(null)} />
    </Card>
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
  const { kind, name, host, login, dataSet, createdAt, createdBy, lastUsedAt, expiresAt } = access;
  const [now] = useState(() => Date.now());
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now;
  const label = data?.dataSets.find((each) => each.id === dataSet)?.label ?? dataSet ?? '';
  return (
    <Row
      title={name}
      actions={
        onRevoke && (
          <Button
            size="small"
            variant="quiet"
            aria-label={labels.revokeOf(name)}
            onClick={onRevoke}
          >
            {labels.revoke}
          </Button>
        )
      }
    >
      <RowText>
        {kind === 'link'
          ? labels.link(label)
          : kind === 'assistant'
            ? labels.assistant(host ?? '')
            : labels.tool}
        {' · '}
        {labels.made(formats.relative(createdAt), createdBy)}
        {' · '}
        {lastUsedAt === null ? labels.neverUsed : labels.used(formats.relative(lastUsedAt))}
      </RowText>
      {expiresAt !== null && (
        <RowText>
          {isExpired ? labels.ended(formats.date(expiresAt)) : labels.ends(formats.date(expiresAt))}
        </RowText>
      )}
      {login !== null && <RowText>{labels.login(login)}</RowText>}
    </Row>
  );
}

function RevokeAccessDialog({
  access,
  onClose,
}: {
  /** Null while the dialog is closed. It can be another one when the response for the access before arrives. */
  readonly access: ReportAccess | null;
  readonly onClose: () => void;
}) {
  const revoke = useMutation({
    mutationFn: ({ id }: ReportAccess) =>
      coreClient().call('revokeReportAccess', { params: { accessId: id } }),
    onSuccess: (_, { name }) => showToast({ tone: 'positive', title: labels.revoked(name) }),
    onSettled(_, _error, { id }) {
      if (id === access?.id) onClose();
    },
    changes: ['listReportAccess', 'readAudit'],
  });
  return (
    <ConfirmDialog
      open={access !== null}
      danger
      title={texts.revoke.title(access?.name ?? '')}
      confirmLabel={labels.revoke}
      cancelLabel={texts.revoke.keep}
      closeLabel={sharedTexts.close}
      busy={revoke.isPending && revoke.variables.id === access?.id}
      onConfirm={() => access && revoke.mutate(access)}
      onClose={onClose}
    >
      <p>{texts.revoke.text}</p>
    </ConfirmDialog>
  );
}
