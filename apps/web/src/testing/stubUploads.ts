import { vi } from 'vitest';

/** A pending `XMLHttpRequest` that the test controls. */
export interface StubbedUpload {
  readonly address: string;
  readonly wasAborted: boolean;
  /** Reports the sent share of the body. */
  progress(share: number): void;
  answer(status: number, body: unknown): void;
  /** Fails with a network error. */
  lose(): void;
}

/** Intercepts all uploads until the end of the test and returns them as a growing list. */
export function stubUploads(): readonly StubbedUpload[] {
  const uploads: StubbedUpload[] = [];
  class PendingUpload extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    responseText = '';
    private address = '';
    private wasAborted = false;
    open(_method: string, address: string): void {
      this.address = address;
    }
    setRequestHeader(): void {}
    send(): void {
      const current = () => this;
      uploads.push({
        get address() {
          return current().address;
        },
        get wasAborted() {
          return current().wasAborted;
        },
        progress: (share) => {
          const part = { lengthComputable: true, loaded: share * 1000, total: 1000 };
          this.upload.dispatchEvent(new ProgressEvent('progress', part));
          if (share === 1) this.upload.dispatchEvent(new ProgressEvent('load', part));
        },
        answer: (status, body) => {
          this.status = status;
          this.responseText = JSON.stringify(body);
          this.end('load');
        },
        lose: () => this.end('error'),
      });
    }
    abort(): void {
      this.wasAborted = true;
      this.end('abort');
    }
    private end(how: string): void {
      this.dispatchEvent(new ProgressEvent(how));
      this.dispatchEvent(new ProgressEvent('loadend'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', PendingUpload);
  return uploads;
}
