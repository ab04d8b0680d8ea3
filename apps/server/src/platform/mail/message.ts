/** Ten thousand emails take ten minutes at most if the mail server takes up to 400 ms for each. */
export const maxConcurrentEmails = 8;

/**
 * An email. Most are plain text, which loads and runs nothing and cannot hide a link behind other text. One with tables
 * has an HTML part, too.
 */
export interface EmailMessage {
  to: string;
  subject: string;
  /** The whole content as text. */
  text: string;
  /** The same content for programs that show HTML. It loads nothing. */
  html?: string;
  attachments?: readonly EmailAttachment[];
  /** Where a POST ends further emails of this kind (RFC 8058). */
  unsubscribeUrl?: string;
}

export interface EmailAttachment {
  filename: string;
  contentType: string;
  content: Uint8Array;
}

/** Sends emails. Rejects if an email was not accepted; with `Undeliverable` if it never will be. */
export interface MailTransport {
  /** @param id stable across attempts, so that a duplicate can be recognized */
  send(id: string, message: EmailMessage): Promise<void>;
  close(): void;
}

/** The mail server rejected the email permanently; a retry changes nothing. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}
