import type { CreatedReportAccess, ReportAccess, ReportAccessList } from '@seller-connect/contract';
import { Select, TextField } from '@seller-connect/ui';
import { useState } from 'react';
import { ApiError, coreClient } from '../../api/index.ts';
import { CopyableField } from '../../copyable/CopyableField.tsx';
import { SecretDialog } from '../../copyable/SecretDialog.tsx';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { validate, locallyHandledStatuses, notBlank, required, textOf } from '../../forms/index.ts';
import { FormMessages, useForm } from '../../forms/useForm.tsx';
import { ReauthenticationBanner } from '../../session/ReauthenticationBanner.tsx';
import { useDataSetFields } from './useDataSetFields.tsx';
import { texts } from './texts.ts';

const labels = texts.create;
const fields = ['name'] as const;
const lifetimes = ['30', '90', '180', '365', 'endless'] as const;
const rules = { name: { label: labels.name, rules: [required(), notBlank()] } };

interface CreateAccessDialogProps {
  /** The kind of access to create; null while the form is closed. */
  readonly kind: ReportAccess['kind'] | null;
  readonly addresses: ReportAccessList['addresses'];
  readonly onClose: () => void;
}

/** Creates a report access and shows its secret once, also if the form was closed before the secret arrived. */
export function CreateAccessDialog({ kind, addresses, onClose }: CreateAccessDialogProps) {
  const [made, setMade] = useState<CreatedReportAccess | null>(null);
  return (
    <>
      {kind !== null && <AccessFormDialog kind={kind} onMade={setMade} onClose={onClose} />}
      {made && (
        <SecretDialog title={texts.made.title} note={texts.made.once} onClose={() => setMade(null)}>
          <CreatedAccessFields made={made} addresses={addresses} />
        </SecretDialog>
      )}
    </>
  );
}

interface AccessFormDialogProps {
  readonly kind: ReportAccess['kind'];
  readonly onMade: (made: CreatedReportAccess) => void;
  readonly onClose: () => void;
}

function AccessFormDialog({ kind, onMade, onClose }: AccessFormDialogProps) {
  const { chosen, fields: rowFields } = useDataSetFields();
  const [life, setLife] = useState<(typeof lifetimes)[number]>('180');
  const [isReauthRequired, setReauthRequired] = useState(false);
  const form = useForm({
    fields,
    validate: (data) => validate({ name: textOf(data, 'name') }, rules),
    send(data) {
      const { dataSet, days } = chosen;
      const link = { dataSet, ...(days !== null && { days }) };
      const lasts = { days: life === 'endless' ? null : Number(life) };
      return coreClient().call('createReportAccess', {
        body: { name: textOf(data, 'name').trim(), ...lasts, ...(kind === 'link' && { link }) },
        handleErrorLocally: locallyHandledStatuses,
      });
    },
    changes: ['listReportAccess', 'readAudit'],
    onSuccess: onMade,
    onClose,
    onError(error) {
      const isTooOld = error instanceof ApiError && error.code === 'fresh_sign_in_required';
      if (isTooOld) setReauthRequired(true);
      return isTooOld;
    },
  });
  return (
    <FormDialog
      title={kind === 'link' ? labels.link : labels.tool}
      form={form}
      submit={labels.make}
      onClose={onClose}
    >
      <p>{kind === 'link' ? labels.linkText : labels.toolText}</p>
      <TextField
        {...form.field('name')}
        label={labels.name}
        help={labels.nameHelp}
        autoComplete="off"
        maxLength={80}
      />
      {kind === 'link' && rowFields}
      <Select
        label={labels.life}
        options={lifetimes.map((value) => ({
          value,
          label: value === 'endless' ? labels.endless : labels.days(Number(value)),
        }))}
        value={life}
        onValueChange={setLife}
      />
      {isReauthRequired && <ReauthenticationBanner path="/settings/reporting-tools" announced />}
      <FormMessages form={form} />
    </FormDialog>
  );
}

function CreatedAccessFields({
  made: { access, secret, url },
  addresses,
}: {
  readonly made: CreatedReportAccess;
  readonly addresses: ReportAccessList['addresses'];
}) {
  return url === null ? (
    <>
      <CopyableField label={texts.made.login} value={access.login ?? ''} />
      <CopyableField label={texts.made.secret} value={secret} />
      <CopyableField label={texts.made.odata} value={addresses.odata} />
      <CopyableField label={texts.made.query} value={addresses.query} />
    </>
  ) : (
    <>
      <CopyableField label={texts.made.url} value={url} />
      <CopyableField label={texts.made.formula} value={`=IMPORTDATA("${url}")`} />
    </>
  );
}
