import type { Invitation, TeamRole } from '@seller-connect/contract';
import {
  Card,
  Button,
  Row,
  RowList,
  RowText,
  showToast,
  Skeleton,
  Tooltip,
  MailIcon,
  Select,
  TextField,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { coreClient } from '../../api/index.ts';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { formats, language, sharedTexts, type Language } from '../../i18n/index.ts';
import { knownText } from '../../i18n/knownText.ts';
import { LoadError } from '../../loading/LoadError.tsx';
import styles from './team.module.css';
import { roleTexts } from '../../session/roleTexts.ts';
import { texts } from './texts.ts';
import { validate, locallyHandledStatuses, ofType, required } from '../../forms/index.ts';
import { FormMessages, useForm } from '../../forms/useForm.tsx';
import { RestoredDraft, useDraftValues } from '../../editing/index.ts';
import type { FormValues } from '../../editing/useFormDraft.tsx';
import { roleOptions } from './members.ts';

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

const fields = ['email'] as const;
const rules = { email: { label: labels.email, rules: [required(), ofType('email')] } };
const languageOptions = (['vi', 'en'] as const).map((value) => ({
  value,
  label: sharedTexts.languageNames[value],
  lang: value,
}));

type InviteValues = Readonly<{ email: string; role: TeamRole; language: Language }>;

const blank: InviteValues = { email: '', role: 'member', language };

const isInviteValues = (stored: FormValues): stored is InviteValues =>
  typeof stored['email'] === 'string' &&
  roleOptions.some(({ value }) => value === stored['role']) &&
  languageOptions.some(({ value }) => value === stored['language']);

/** Sends an invitation: email address, role, and language of the email. */
function InviteForm() {
  const draft = useDraftValues('invitation', isInviteValues, blank);
  const { values, change } = draft;
  const email = values.email.trim();
  const form = useForm({
    fields,
    validate: () => validate({ email }, rules),
    send: async () => ({
      sent: values,
      invitation: await coreClient().call('invite', {
        body: { ...values, email },
        handleErrorLocally: locallyHandledStatuses,
      }),
    }),
    changes: ['listInvitations', 'readAudit'],
    onSuccess({ sent, invitation }) {
      showToast({ tone: 'positive', title: labels.sent(invitation.email) });
      draft.resetAfter(sent);
    },
  });

  return (
    <form {...form.props} className={styles.invite}>
      <TextField
        {...form.field('email')}
        label={labels.email}
        type="email"
        autoComplete="off"
        maxLength={254}
        value={values.email}
        onChange={(event) => change({ email: event.currentTarget.value })}
      />
      <Select
        label={labels.role}
        options={roleOptions}
        value={values.role}
        onValueChange={(role) => change({ role })}
      />
      <Select
        label={labels.language}
        options={languageOptions}
        value={values.language}
        onValueChange={(chosen) => change({ language: chosen })}
      />
      <div className={styles.send}>
        <RestoredDraft draft={draft} form={form} />
        <FormMessages form={form} />
      </div>
      <div className={styles.send}>
        <Button type="submit" variant="primary" icon={<MailIcon />} busy={form.busy}>
          {labels.send}
        </Button>
      </div>
    </form>
  );
}
