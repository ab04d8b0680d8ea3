/** A letter in plain text: nothing in it is loaded, run or hidden behind other words. */
export interface EmailMessage {
  to: string;
  subject: string;
  text: string;
}

/** Hands a letter over. Rejects when it was not taken; with `Undeliverable` when it never will be. */
export interface MailTransport {
  /** @param id the same for each attempt at one letter, so that a repeated one can be recognised. */
  send(id: string, message: EmailMessage): Promise<void>;
  close(): void;
}

/** The mail server refuses this letter for good; sending it again changes nothing. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}
