import { own } from '../../domain/own.ts'
import type { ProtocolType } from '../../domain/protocol/protocol-types.ts'
import type { TemplateValue } from '../../values/templates-schema.ts'

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
      ...fields.map(({ name, help, required, requiredIf }) => ({
        name,
        help:
          requiredIf === undefined ? help : `${help} (required if ${requiredIf.field} is ${requiredIf.is})`,
        required,
        section: false,
      })),
      ...sectioned,
    ],
    route,
    kind,
    priority,
    handler: own(handlers, name) ?? null,
  }
}
