import type { Invitation } from '@seller-connect/contract';
import {
  Card,
  Button,
  Row,
  RowList,
  RowText,
  showToast,
  Skeleton,
  Tooltip,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { coreClient } from '../../api/index.ts';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { formats, sharedTexts } from '../../i18n/index.ts';
import { knownText } from '../../i18n/knownText.ts';
import { LoadError } from '../../loading/LoadError.tsx';
import { InviteForm } from './InviteForm.tsx';
import styles from './team.module.css';
import { roleTexts } from '../../session/roleTexts.ts';
import { texts } from './texts.ts';

const labels = texts.invitations;

const invitationsQuery = endpointQuery('listInvitations');

/** The invitation form and the pending invitations. */
export function Invitations() {
  const query = useQuery(invitationsQuery);
  const { data, isError, isPending } = query;
  return (
    <Card flush title={labels.title} summary={labels.intro} busy={isPending}>
      <InviteForm />
      {isPending && (
        <div className={styles.note}>
          <Skeleton shape="line" />
        </div>
      )}
      {isError && !data && (
        <div className={styles.note}>
          <LoadError title={labels.failed} query={query} />
        </div>
      )}
      {data?.total === 0 && <p className={styles.note}>{labels.none}</p>}
      {data && data.total > 0 && (
        <RowList label={labels.waiting(data.total)}>
          {data.items.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </RowList>
      )}
    </Card>
  );
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }) {
  const { email, id, role, sentAt, expiresAt, invitedBy } = invitation;
  const params = { invitationId: id };
  const resend = useMutation({
    mutationFn: () => coreClient().call('resendInvitation', { params }),
    onSuccess: () => showToast({ tone: 'positive', title: labels.sent(email) }),
    changes: ['listInvitations', 'readAudit'],
  });
  const withdraw = useMutation({
    mutationFn: () => coreClient().call('withdrawInvitation', { params }),
    onSuccess: () => showToast({ tone: 'positive', title: labels.withdrawn(email) }),
    changes: ['listInvitations', 'readAudit'],
  });
  const [openedAt] = useState(() => Date.now());
  const expired = Date.parse(expiresAt) <= openedAt;
  return (
    <Row
      title={email}
      actions={
        <>
          <Button
            size="small"
            busy={resend.isPending}
            aria-label={labels.resendTo(email)}
            onClick={() => resend.mutate()}
          >
            {labels.resend}
          </Button>
          <Button
            size="small"
            variant="quiet"
            busy={withdraw.isPending}
            aria-label={labels.withdrawOf(email)}
            onClick={() => withdraw.mutate()}
          >
            {labels.withdraw}
          </Button>
        </>
      }
    >
      <RowText>
        {knownText(roleTexts.names, role, sharedTexts.other)} ·{' '}
        {labels.sentAt(formats.relative(sentAt), invitedBy)}
        {!expired && (
          <>
            {' · '}
            <Tooltip content={formats.dateTime(expiresAt)}>
              {labels.expires(formats.date(expiresAt))}
            </Tooltip>
          </>
        )}
      </RowText>
      {expired && <RowText tone="attention">{labels.expired}</RowText>}
    </Row>
  );
}
