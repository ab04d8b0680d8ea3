import type { Invitation } from '@seller-connect/contract';
import { Banner, Block, Button, notify, Skeleton, Tooltip } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { core } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { formats, shared } from '../../i18n/index.ts';
import { InviteForm } from './InviteForm.tsx';
import { invitationsQuery } from './queries.ts';
import styles from './team.module.css';
import { texts } from './texts.ts';

const words = texts.invitations;

/** Whom to invite, and the invitations that nobody has accepted yet. */
export function Invitations() {
  const { data, isError, isPending, refetch } = useQuery(invitationsQuery);
  return (
    <Block flush title={words.title} summary={words.intro} busy={isPending}>
      <InviteForm />
      {isPending && (
        <div className={styles.note}>
          <Skeleton shape="line" />
        </div>
      )}
      {isError && !data && (
        <div className={styles.note}>
          <Banner
            tone="negative"
            title={words.failed}
            actions={<Button onClick={() => void refetch()}>{shared.tryAgain}</Button>}
          />
        </div>
      )}
      {data?.total === 0 && <p className={styles.note}>{words.none}</p>}
      {data && data.total > 0 && (
        <ul className={styles.rows} aria-label={words.waiting(data.total)}>
          {data.items.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
    </Block>
  );
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }) {
  const { email, id, role, sentAt, expiresAt, invitedBy } = invitation;
  const params = { invitationId: id };
  const resend = useMutation({
    mutationFn: () => core().call('resendInvitation', { params }),
    onSuccess: () => notify({ tone: 'positive', title: words.sent(email) }),
    changes: ['listInvitations', 'readAudit'],
  });
  const withdraw = useMutation({
    mutationFn: () => core().call('withdrawInvitation', { params }),
    onSuccess: () => notify({ tone: 'positive', title: words.withdrawn(email) }),
    changes: ['listInvitations', 'readAudit'],
  });
  const [openedAt] = useState(() => Date.now());
  const expired = Date.parse(expiresAt) <= openedAt;
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <p className={styles.name}>{email}</p>
        <p className={styles.quiet}>
          {shared.teamRoles[role]} · {words.sentAt(formats.relative(sentAt), invitedBy)}
          {!expired && (
            <>
              {' · '}
              <Tooltip content={formats.dateTime(expiresAt)}>
                {words.expires(formats.date(expiresAt))}
              </Tooltip>
            </>
          )}
        </p>
        {expired && <p className={styles.expired}>{words.expired}</p>}
      </div>
      <div className={styles.end}>
        <Button
          size="small"
          busy={resend.isPending}
          aria-label={words.resendTo(email)}
          onClick={() => resend.mutate()}
        >
          {words.resend}
        </Button>
        <Button
          size="small"
          variant="quiet"
          busy={withdraw.isPending}
          aria-label={words.withdrawOf(email)}
          onClick={() => withdraw.mutate()}
        >
          {words.withdraw}
        </Button>
      </div>
    </li>
  );
}
