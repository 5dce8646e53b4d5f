import { isMailError } from '../../domain/errors.ts'
import { requiredText, text, texts } from '../../input/input.ts'
import type { Context } from '../../services/context.ts'
import { templateFields } from '../../services/templates/fields.ts'
import { type Filled, filledWith } from '../../services/templates/fill.ts'
import { routeOf } from '../../services/templates/route.ts'
import type { FilledValue } from '../../values/templates-schema.ts'
import { operation } from '../operation.ts'

export const previewTemplate = operation({
  summary: 'Preview the mail that a template builds, and list missing fields; nothing is sent',
  access: 'read',
  input: {
    template: requiredText('Its type', { positional: true, completes: 'template', placeholder: 'TYPE' }),
    field: templateFields.field,
    to: texts('The recipient (default: its route)', { completes: 'address', placeholder: 'TO' }),
    subject: text('The part of the subject that you choose', { short: 's' }),
    body: text('The text below the fields; - reads standard input', { short: 'b', stdin: true }),
  },
  value: 'filled',
  examples: [
    [
      'watchpost template preview MERGE_READY --field Branch=fix-auth',
      'the mail as it would be sent, and its missing fields',
    ],
  ],
  async run(context, { template, field = [], to = [], subject, body }): Promise<FilledValue> {
    const filled = filledWith(context, template, field, { subject, body }, to)
    const { type, built } = filled
    return {
      template: type.name,
      to: to.length > 0 ? to : await reachedBy(context, filled),
      subject: filled.subject,
      body: built.body,
      kind: filled.kind,
      priority: filled.priority,
      fields: Object.fromEntries([...built.fields].filter(([, value]) => value !== '')),
      missing: built.missing.map(({ name }) => name),
      wrong: built.wrong,
    }
  },
})

async function reachedBy(context: Context, { type, built, route }: Filled): Promise<readonly string[]> {
  try {
    return [await routeOf(context, type, built, route)]
  } catch (error) {
    if (isMailError(error) && error.code === 'usage') return []
    throw error
  }
}
