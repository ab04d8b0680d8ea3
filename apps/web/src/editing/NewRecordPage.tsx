import { Button, Card, LinkButton, Page, PageHeader } from '@seller-connect/ui';
import type { ComponentProps, ReactNode } from 'react';
import { FormMessages } from '../forms/useForm.tsx';
import { sharedTexts } from '../i18n/index.ts';
import styles from './record.module.css';
import { UnsavedChangesGuard } from './UnsavedChangesGuard.tsx';
import { RestoredDraft } from './useFormDraft.tsx';

export interface NewRecordPageProps {
  readonly title: string;
  readonly intro: string;
  readonly form: ComponentProps<typeof FormMessages>['form'] &
    ComponentProps<typeof RestoredDraft>['form'] & {
      readonly props: ComponentProps<'form'>;
      readonly busy: boolean;
      readonly isSent: boolean;
    };
  readonly draft: ComponentProps<typeof RestoredDraft>['draft'] & { clear(): void };
  /** Something was typed that leaving would lose. */
  readonly typed: boolean;
  /** Label of the button that creates the record. */
  readonly create: string;
  /** Cancelling leads there. */
  readonly listPath: string;
  /** The fields. */
  readonly children: ReactNode;
}

/** The screen that creates a record of the back office: its fields, a draft that survives leaving, and the way back. */
export function NewRecordPage(props: NewRecordPageProps) {
  const { form, draft } = props;
  return (
    <Page width="narrow">
      <PageHeader title={props.title}>{props.intro}</PageHeader>
      <Card>
        <form {...form.props} className={styles.form}>
          <RestoredDraft draft={draft} form={form} />
          <FormMessages form={form} />
          {props.children}
          <div className={styles.actions}>
            <Button type="submit" variant="primary" busy={form.busy}>
              {props.create}
            </Button>
            <LinkButton variant="quiet" href={props.listPath}>
              {sharedTexts.cancel}
            </LinkButton>
          </div>
        </form>
      </Card>
      <UnsavedChangesGuard unsaved={!form.isSent && props.typed} onLeave={draft.clear} />
    </Page>
  );
}
