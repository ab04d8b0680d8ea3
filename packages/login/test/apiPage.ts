import { readFileSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { parseSync } from 'vite';

const root = join(import.meta.dirname, '..');
const packageName = '@seller-connect/login';

/** An exported name with its declaration. */
export interface ApiEntry {
  readonly name: string;
  /** Its docstring; empty if there is none. */
  readonly description: string;
  /** Its TypeScript declaration without bodies. */
  readonly signature: string;
  readonly members: readonly ApiMember[];
}

interface ApiMember {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

/** The exports of one entry point. */
export interface ApiModule {
  readonly specifier: string;
  readonly entries: readonly ApiEntry[];
}

type Source = ReturnType<typeof parseSource>;
type Statement = Source['program']['body'][number];
type Declaration = NonNullable<
  Extract<Statement, { type: 'ExportNamedDeclaration' }>['declaration']
>;

/** Reads the exports of all entry points, sorted by name. */
export function readApi(): ApiModule[] {
  const manifest: { exports: Record<string, string> } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return Object.entries(manifest.exports)
    .filter(([path]) => !path.includes('*'))
    .map(([path, file]) => ({
      specifier: join(packageName, path),
      entries: exportsOf(join(root, file)).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    }));
}

/** Generates the API reference from the docstrings. */
export function apiPage(): string {
  const modules = readApi();
  const contents = modules.map(({ specifier, entries }) => {
    const names = entries.map(({ name }) => `[\`${name}\`](#${name.toLowerCase()})`);
    return `- \`${specifier}\`: ${names.join(', ')}`;
  });
  const sections = modules.map(({ specifier, entries }) =>
    [`## ${specifier}`, ...entries.map(renderEntry)].join('\n\n'),
  );
  return `# API reference of ${packageName}

Made from the docstrings of \`src/\` by \`npx vitest run --project unit packages/login/test -u\`. The
[README](README.md) shows how the parts are used together.

${contents.join('\n')}

${sections.join('\n\n')}
`;
}

function renderEntry({ name, signature, description, members }: ApiEntry): string {
  const parts = [`### ${name}`];
  if (description) parts.push(description);
  // The table describes the members of an interface; only the signature shows what it extends.
  if (members.length === 0 || signature.includes(' extends '))
    parts.push(`\`\`\`ts\n${signature}\n\`\`\``);
  if (members.length > 0) {
    const cell = (text: string) => text.replaceAll('|', '\\|');
    const rows = members.map(
      (each) => `| \`${each.name}\` | \`${cell(each.type)}\` | ${cell(each.description)} |`,
    );
    parts.push(['| member | type | meaning |', '| --- | --- | --- |', ...rows].join('\n'));
  }
  return parts.join('\n\n');
}

function parseSource(file: string) {
  const text = readFileSync(file, 'utf8');
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`);
  return { file, text, program, comments };
}

function exportsOf(file: string): ApiEntry[] {
  const source = parseSource(file);
  return source.program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return [];
    const { declaration, source: from, specifiers } = statement;
    if (declaration) {
      const name = nameOf(declaration);
      return name === null ? [] : [entryOf(source, name, statement.start, declaration)];
    }
    if (!from) throw new Error(`${file} exports names that it does not declare`);
    const others = exportsOf(join(dirname(file), from.value));
    return specifiers.map(({ exported }) => {
      const wanted = exported.type === 'Identifier' ? exported.name : exported.value;
      const found = others.find(({ name }) => name === wanted);
      if (!found) throw new Error(`${from.value} does not export ${wanted}`);
      return found;
    });
  });
}

function nameOf(declaration: Declaration): string | null {
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? declaration.id.name : null;
}

function entryOf(source: Source, name: string, start: number, declaration: Declaration): ApiEntry {
  const description = docstringBefore(source, start);
  const text = (from: number, to: number) => withoutComments(source, from, to);
  if (declaration.type === 'TSInterfaceDeclaration') {
    const { id, body } = declaration;
    const signature = `interface ${text(id.start, body.start)}`;
    const members = body.body.flatMap((member) => {
      if (member.type === 'TSIndexSignature') {
        const key = member.parameters[0];
        return key ? [memberOf(source, member, `[${text(key.start, key.end)}]`)] : [];
      }
      if (member.type !== 'TSPropertySignature') return [];
      const optional = member.optional ? '?' : '';
      return [memberOf(source, member, text(member.key.start, member.key.end) + optional)];
    });
    return { name, description, signature, members };
  }
  if (declaration.type === 'ClassDeclaration') {
    const { body, superClass } = declaration;
    const parent = superClass ? ` extends ${text(superClass.start, superClass.end)}` : '';
    const members = body.body.flatMap((member) =>
      member.type === 'PropertyDefinition' &&
      member.accessibility !== 'private' &&
      member.typeAnnotation
        ? [memberOf(source, member, text(member.key.start, member.key.end))]
        : [],
    );
    return { name, description, signature: `class ${name}${parent}`, members };
  }
  const body = declaration.type === 'FunctionDeclaration' ? declaration.body : null;
  const signature = text(declaration.start, body?.start ?? declaration.end);
  return { name, description, signature: signature.replace(/^async /, ''), members: [] };
}

interface TypedNode {
  readonly start: number;
  readonly end: number;
  readonly typeAnnotation?: {
    readonly typeAnnotation: { readonly start: number; readonly end: number };
  } | null;
}

function memberOf(source: Source, node: TypedNode, name: string): ApiMember {
  const type = node.typeAnnotation?.typeAnnotation;
  return {
    name: name.replaceAll("'", ''),
    type: type
      ? withoutComments(source, type.start, type.end)
          .replaceAll(/\s*\n\s*/g, ' ')
          .replaceAll('( ', '(')
          .replaceAll(', )', ')')
      : 'unknown',
    description: docstringBefore(source, node.start).replaceAll('\n', ' '),
  };
}

/** Returns a part of the source without comments and blank lines. */
function withoutComments(source: Source, from: number, to: number): string {
  let text = '';
  let at = from;
  for (const comment of source.comments) {
    if (comment.start < from || comment.end > to) continue;
    text += source.text.slice(at, comment.start);
    at = comment.end;
  }
  return (text + source.text.slice(at, to))
    .replaceAll(/\n\s*\n/g, '\n')
    .replaceAll(/[ \t]+\n/g, '\n')
    .trim();
}

/** Returns the docstring that ends right before `start` as Markdown, or an empty string. */
function docstringBefore(source: Source, start: number): string {
  const comment = source.comments.find(
    ({ type, value, end }) =>
      type === 'Block' &&
      value.startsWith('*') &&
      end <= start &&
      !source.text.slice(end, start).trim(),
  );
  if (!comment) return '';
  const lines = comment.value
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim());
  return lines
    .join('\n')
    .replaceAll(/^@throws /gm, '\nThrows ')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll('\n', ' ').trim())
    .filter(Boolean)
    .join('\n\n');
}
