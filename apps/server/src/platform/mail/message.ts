/** A plain-text email. It loads and runs nothing, and cannot hide a link behind other text. */
export interface EmailMessage {
  to: string;
  subject: string;
  text: string;
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
