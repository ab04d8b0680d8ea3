import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  composeElement,
  distinctElements,
  memberElement,
  parseJson,
  splitArray,
} from './lossless-json.ts';

describe('lossless JSON', () => {
  it('keeps IDs and amounts beyond the precision of a double', () => {
    expect(parseJson('{"id":260422900198363771,"price":106.10,"exact":1e2}')).toEqual({
      id: '260422900198363771',
      price: '106.10',
      exact: '1e2',
    });
  });

  it('returns every number as a decimal text of its exact value, whichever parser is used', () => {
    expect(parseJson('[9007199254740991,9007199254740993]')).toEqual([
      '9007199254740991',
      '9007199254740993',
    ]);
    const digits = fc.stringMatching(/^(0|[1-9]\d{0,18})(\.\d{1,9})?$/);
    fc.assert(
      fc.property(digits, fc.constantFrom('', '-'), (size, sign) => {
        const text = `${sign}${size}`;
        for (const document of [text, `[${text}]`, `{"a": ${text} }`]) {
          const shown = JSON.stringify(parseJson(document));
          expect(plain(/[\d.-]+/.exec(shown)?.[0] ?? shown)).toBe(plain(text));
          expect(shown).toContain('"');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('refuses too deeply nested documents without a stack overflow', () => {
    const deep = `{"a":[${'['.repeat(200_000)}${']'.repeat(200_000)}]}`;
    expect(() => parseJson(deep)).toThrow(SyntaxError);
    expect(splitArray(Buffer.from(deep), ['a'])?.elements).toEqual([
      { bytes: Buffer.from(deep.slice(6, -2)), value: undefined },
    ]);
  });

  it('splits an array verbatim, whatever its strings contain', () => {
    const first = '{"id": 12345678901234567890, "a":"]}\\"\\\\"}';
    const text = `{"x":"[{\\"", "data":{"n":1.25,"orders":[ ${first} , 2 ,"a,b",[ ]] }, "code":"0"}`;
    const split = splitArray(Buffer.from(text), ['data', 'orders']);
    expect(split?.elements).toEqual(
      [first, '2', '"a,b"', '[ ]'].map((element) => ({
        bytes: Buffer.from(element),
        value: parseJson(element),
      })),
    );
    expect(parseJson(split?.rest ?? '')).toEqual({
      x: '[{"',
      data: { n: '1.25', orders: [] },
      code: '0',
    });
  });

  it('accepts and refuses the same documents as JSON.parse, damaged ones too', () => {
    const isAccepted = (parse: () => unknown) => {
      try {
        parse();
        return true;
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError);
        return false;
      }
    };
    const damage = fc.tuple(
      fc.nat(),
      fc.nat(2),
      fc.constantFrom(...Array.from('{}[]",:-+.0123456789eE \n')),
    );
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(damage, { maxLength: 3 }), (value, damages) => {
        let text = JSON.stringify(value);
        for (const [position, removed, inserted] of damages) {
          const from = position % (text.length + 1);
          text = text.slice(0, from) + inserted + text.slice(from + removed);
        }
        expect(isAccepted(() => parseJson(text))).toBe(isAccepted(() => JSON.parse(text)));
      }),
      { numRuns: 1000 },
    );
    for (const text of ['{1:2}', '01', '1.', '.5', '-', '+1', '1e', '[1"a"]', 'tru1', '1 2']) {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    }
  });

  it('returns null if there is no array at the path', () => {
    expect(splitArray(Buffer.from('{"data":{"orders":null}}'), ['data', 'orders'])).toBeNull();
    expect(splitArray(Buffer.from('{"code":"901"}'), ['data', 'orders'])).toBeNull();
    expect(splitArray(Buffer.from('[]'), ['data'])).toBeNull();
  });

  it('splits an array into the bytes of its elements, whichever members surround it', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), fc.nat(2), (items, other, indent) => {
        const text = JSON.stringify({ other, data: { items }, after: other }, null, indent);
        const split = splitArray(Buffer.from(text), ['data', 'items']);
        expect(split?.elements.map(({ bytes }) => JSON.parse(bytes.toString()) as unknown)).toEqual(
          JSON.parse(JSON.stringify(items)),
        );
      }),
    );
  });

  it('refuses every truncated document', () => {
    const text = '{"code":"0","data":{"orders":[{"id":1,"a":"b\\"c"},{"id":2}],"n":[1,{"z":"]"}]}}';
    for (let length = 0; length < text.length; length += 1) {
      const cut = text.slice(0, length);
      expect(() => {
        const split = splitArray(Buffer.from(cut), ['data', 'orders']);
        for (const { bytes } of split?.elements ?? []) parseJson(bytes);
        parseJson(split?.rest ?? cut);
      }).toThrow(SyntaxError);
    }
  });

  it.each(['{"a":[1,]}', '{"a":[1 2]}', '{"a":[,1]}', '{"a":[1}', '{a:[1]}', '{"a" [1]}'])(
    'refuses %s',
    (text) => {
      expect(() => {
        const split = splitArray(Buffer.from(text), ['a']);
        for (const { bytes } of split?.elements ?? []) parseJson(bytes);
        parseJson(split?.rest ?? text);
      }).toThrow(SyntaxError);
    },
  );
});

describe('elements of an array', () => {
  const text = '{"data":[{"id":1,"name":"Nón lá"},{"id":2},{"id":1,"name":"Nón lá"},{"id":01}]}';

  it('have numbers as text, and a malformed one does not affect others', () => {
    const values = splitArray(Buffer.from(text), ['data'])?.elements.map(({ value }) => value);
    const first = { id: '1', name: 'Nón lá' };
    expect(values).toEqual([first, { id: '2' }, first, undefined]);
  });

  it('have the same value when split as when parsed alone', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (items) => {
        const split = splitArray(Buffer.from(JSON.stringify({ items })), ['items']);
        expect(split?.elements.map(({ value }) => value)).toEqual(
          items.map((item) => parseJson(JSON.stringify(item))),
        );
      }),
    );
  });

  it('are distinct by their bytes', () => {
    const elements = splitArray(Buffer.from(text), ['data'])?.elements ?? [];
    expect(distinctElements(elements)).toEqual([elements[0], elements[1], elements[3]]);
  });

  it('can be composed of text and elements', () => {
    const [first] = splitArray(Buffer.from(text), ['data'])?.elements ?? [];
    const whole = composeElement('{"row":', first?.bytes ?? 'null', ',"more":[1.50]}');
    expect(whole.bytes.toString()).toBe('{"row":{"id":1,"name":"Nón lá"},"more":[1.50]}');
    expect(whole.value).toEqual({ row: { id: '1', name: 'Nón lá' }, more: ['1.50'] });
  });

  it('can be a member of a document', () => {
    const json = Buffer.from('{"code":0,"data":{"id":12345678901234567890}}');
    expect(memberElement(json, 'data')).toEqual({
      bytes: Buffer.from('{"id":12345678901234567890}'),
      value: { id: '12345678901234567890' },
    });
    expect(memberElement(json, 'other')).toBeNull();
  });
});

/** Strips trailing zeros and the sign of zero, which do not change a decimal's value. */
function plain(text: string): string {
  const short = text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
  return short === '-0' ? '0' : short;
}
