import { Button, Card } from '@seller-connect/ui';
import type { ComponentProps, ReactNode } from 'react';
import { FormMessages, type FormErrors } from '../forms/useForm.tsx';
import { sharedTexts } from '../i18n/index.ts';
import { ConflictDialog, type ConflictField, type ConflictDialogProps } from './ConflictDialog.tsx';
import styles from './record.module.css';
import { UnsavedChangesGuard } from './UnsavedChangesGuard.tsx';
import { RestoredDraft } from './useFormDraft.tsx';
import { texts } from './texts.ts';

export interface EditRecordCardProps<Field extends string> {
  readonly title: string;
  readonly summary?: string;
  readonly errors: FormErrors<Field>;
  readonly edit: ComponentProps<typeof RestoredDraft>['draft'] & {
    readonly unsaved: boolean;
    readonly busy: boolean;
    readonly save: () => void;
    readonly reset: () => void;
    readonly conflict: Omit<ConflictDialogProps, 'fields'>;
  };
  readonly validate: Parameters<FormErrors<Field>['propsOf']>[0]['validate'];
  /** The fields in which the newer version of another user differs; null if there is no conflict. */
  readonly conflictFields: readonly ConflictField[] | null;
  /** The fields. */
  readonly children: ReactNode;
}

/** Edits a record of the back office: its fields, a draft that survives leaving, and conflicts with other users. */
export function EditRecordCard<Field extends string>(props: EditRecordCardProps<Field>) {
  const { errors, edit, validate } = props;
  const { busy, unsaved } = edit;
  return (
    <Card title={props.title} {...(props.summary !== undefined && { summary: props.summary })}>
      <form {...errors.propsOf({ busy, validate, send: edit.save })} className={styles.edit}>
        <RestoredDraft draft={edit} form={errors} />
        <FormMessages form={errors} />
        {props.children}
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={busy} disabled={!unsaved}>
            {texts.save}
          </Button>
          {unsaved && (
            <Button variant="quiet" onClick={edit.reset}>
              {sharedTexts.cancel}
            </Button>
          )}
        </div>
      </form>
      <ConflictDialog fields={props.conflictFields} {...edit.conflict} />
      <UnsavedChangesGuard unsaved={unsaved} onLeave={edit.reset} />
    </Card>
  );
}
