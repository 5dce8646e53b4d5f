import type { Kind } from '../../domain/kind.ts'
import type { Priority } from '../../domain/priority.ts'
import type { ProtocolType } from '../../domain/protocol/protocol-types.ts'

export type TemplateValue = {
  readonly name: string
  /** How its subject reads. */
  readonly subject: string
  readonly fields: readonly {
    readonly name: string
    readonly help: string
    readonly required: boolean
    /** It is a section of Markdown, of as many lines as one likes. */
    readonly section: boolean
  }[]
  readonly route: readonly string[]
  readonly kind: Kind
  readonly priority: Priority
  /** What is started for it by `run` and patrol. */
  readonly handler: readonly string[] | null
}

export function templateValue(
  type: ProtocolType,
  handlers: Readonly<Record<string, readonly string[]>>,
): TemplateValue {
  const { name, prefix, subject, argument, fields, sections, route, kind, priority } = type
  const sectioned = sections.map((section) => ({
    name: section,
    help: 'A section of Markdown',
    required: false,
    section: true,
  }))
  const named = argument === null ? prefix : `${prefix} ${argument.toUpperCase()}`
  return {
    name,
    subject: subject === 'colon' ? `${prefix}: TEXT` : named,
    fields: [
      ...fields.map(({ name, help, required }) => ({ name, help, required, section: false })),
      ...sectioned,
    ],
    route,
    kind,
    priority,
    handler: handlers[name] ?? null,
  }
}
