import { requiredText } from '../../input/input.ts'
import { requireType } from '../../services/templates/types.ts'
import { templateValue } from '../../services/templates/value.ts'
import type { TemplateValue } from '../../values/templates-schema.ts'
import { operation } from '../operation.ts'

export const showTemplate = operation({
  summary: 'Show a type of protocol mail: its fields and its route',
  access: 'read',
  input: {
    template: requiredText('Its type', { positional: true, completes: 'template', placeholder: 'TYPE' }),
  },
  value: 'template',
  async run(context, { template }): Promise<TemplateValue> {
    return templateValue(requireType(context, template), context.settings.handlers)
  },
})
