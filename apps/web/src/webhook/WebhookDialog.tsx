import type { WebhookState } from '@seller-connect/contract';
import { Button, ConfirmDialog, showToast, TextField } from '@seller-connect/ui';
import { useState } from 'react';
import { coreClient } from '../api/index.ts';
import { useMutation } from '../api/queries/useMutation.ts';
import { CopyableField } from '../copyable/CopyableField.tsx';
import { SecretDialog } from '../copyable/SecretDialog.tsx';
import { FormDialog } from '../forms/FormDialog.tsx';
import { locallyHandledStatuses, textOf } from '../forms/index.ts';
import { CheckboxGroup } from '../forms/CheckboxGroup.tsx';
import { FormMessages, useForm } from '../forms/useForm.tsx';
import { sharedTexts } from '../i18n/index.ts';
import { texts } from './texts.ts';
import { webhookQueryNames } from './webhookQueries.ts';

const labels = texts.dialog;

interface SettingsDialogProps {
  readonly state: WebhookState;
  readonly onClose: () => void;
}

export interface WebhookDialogProps extends SettingsDialogProps {
  /** Whether the settings are shown. */
  readonly isOpen: boolean;
}

/**
 * Creates or changes the team's webhook, and shows a new secret once. It stays mounted after its settings are closed: a
 * secret that arrives later has replaced the old one.
 */
export default function WebhookDialog({ isOpen, ...settings }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      {isOpen && <SettingsDialog {...settings} onSecret={setSecret} />}
      {secret !== null && (
        <SecretDialog
          title={texts.secret.title}
          note={texts.secret.text}
          onClose={() => setSecret(null)}
        >
          <CopyableField label={texts.secret.label} value={secret} />
        </SecretDialog>
      )}
    </>
  );
}

function SettingsDialog({
  state: { webhook, kinds },
  onClose,
  onSecret,
}: SettingsDialogProps & { readonly onSecret: (secret: string) => void }) {
  const [confirming, setConfirming] = useState<'renewal' | 'removal' | null>(null);
  const [chosen, setChosen] = useState(() => webhook?.kinds ?? kinds.map(({ kind }) => kind));
  const form = useForm({
    fields: ['url', 'kinds'] as const,
    validate: (data) => ({
      ...(textOf(data, 'url') === '' && { url: labels.urlMissing }),
      ...(chosen.length === 0 && { kinds: labels.kindsMissing }),
    }),
    send: (data) =>
      coreClient().call('saveWebhook', {
        body: { url: textOf(data, 'url'), kinds: chosen },
        handleErrorLocally: locallyHandledStatuses,
      }),
    changes: webhookQueryNames,
    onSuccess({ secret }) {
      showToast({ tone: 'positive', title: labels.saved });
      if (secret !== null) onSecret(secret);
    },
    onClose,
  });
  const renewal = useMutation({
    mutationFn: () => coreClient().call('renewWebhookSecret', {}),
    changes: webhookQueryNames,
    onSuccess({ secret }) {
      // The focus returns to the button that opened the question.
      setConfirming(null);
      onSecret(secret);
    },
    onSettled: () => setConfirming(null),
  });
  const removal = useMutation({
    mutationFn: () => coreClient().call('deleteWebhook', {}),
    changes: webhookQueryNames,
    onSuccess: () => showToast({ tone: 'positive', title: labels.removed }),
    onSettled: () => setConfirming(null),
  });
  const questions = [
    {
      kind: 'renewal',
      question: labels.renewConfirm,
      confirm: labels.renew,
      busy: renewal.isPending,
      onConfirm: () => renewal.mutate(),
    },
    {
      kind: 'removal',
      question: labels.removeConfirm,
      confirm: labels.remove,
      busy: removal.isPending,
      // Not called once the settings are closed: they may have been opened again.
      onConfirm: () => removal.mutate(undefined, { onSuccess: onClose }),
    },
  ] as const;
  return (
    <>
      <FormDialog
        side
        title={labels.title}
        form={form}
        submit={sharedTexts.save}
        actions={
          webhook && (
            <Button variant="quiet" onClick={() => setConfirming('removal')}>
              {labels.remove}
            </Button>
          )
        }
        onClose={onClose}
      >
        <FormMessages form={form} />
        <TextField
          {...form.field('url')}
          label={labels.url}
          help={labels.urlHelp}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          defaultValue={webhook?.url ?? ''}
        />
        {webhook && (
          <div>
            <Button size="small" onClick={() => setConfirming('renewal')}>
              {labels.renew}
            </Button>
          </div>
        )}
        <CheckboxGroup
          legend={labels.kinds}
          options={kinds.map(({ kind, title }) => ({ value: kind, label: title }))}
          chosen={chosen}
          onChange={setChosen}
          field={form.field('kinds')}
        />
      </FormDialog>
      {questions.map(({ kind, question, confirm, busy, onConfirm }) => (
        <ConfirmDialog
          key={kind}
          open={confirming === kind}
          danger
          title={question.title}
          confirmLabel={confirm}
          cancelLabel={question.keep}
          closeLabel={sharedTexts.close}
          busy={busy}
          onConfirm={onConfirm}
          onClose={() => setConfirming(null)}
        >
          <p>{question.text}</p>
        </ConfirmDialog>
      ))}
    </>
  );
}
