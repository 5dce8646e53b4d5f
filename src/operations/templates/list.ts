import { knownTypes } from '../../services/templates/types.ts'
import { templateValue } from '../../services/templates/value.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

export const listTemplates = operation({
  summary: 'List the types of protocol mail: their fields, routes and handlers',
  access: 'read',
  input: {},
  value: 'templates',
  async run(context): Promise<Values['templates']> {
    return { templates: knownTypes(context).map((type) => templateValue(type, context.settings.handlers)) }
  },
})
