import { parseAny } from '../../domain/protocol/protocol-mail.ts'
import { requiredText, text } from '../../input/input.ts'
import { knownTypes } from '../../services/templates/types.ts'
import type { ParsedValue } from '../../values/templates-schema.ts'
import { operation } from '../operation.ts'

export const parse = operation({
  summary: 'Read a protocol mail, its subject and body, into fields',
  access: 'read',
  unregistered: true,
  input: {
    mail: requiredText('The subject on the first line, then the body (default: standard input)', {
      stdin: true,
      piped: true,
      placeholder: 'TEXT',
    }),
    from: text('Its sender, whose rig is the default', {
      completes: 'agent',
      placeholder: 'ADDRESS',
    }),
  },
  value: 'parsed',
  examples: [['git log -1 --format=%B | watchpost parse --json', 'subject and body, as JSON']],
  async run(context, { mail, from }): Promise<ParsedValue> {
    const [first = '', ...rest] = mail.replace(/^\uFEFF/u, '').split(/\r\n?|\n/u)
    const subject = first.replace(/^Subject:\s*/iu, '').trim()
    const body = rest.join('\n')
    return { subject, ...parseAny(subject, body, knownTypes(context), from) }
  },
})
