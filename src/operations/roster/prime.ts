import { primeText } from '../../domain/prompt/prime.ts'
import { leftOpenPart } from '../../services/sessions/left-open.ts'
import { operation } from '../operation.ts'

export const prime = operation({
  summary: 'Teach an agent its five commands and when to look for mail, in under 300 tokens',
  access: 'read',
  unregistered: true,
  input: {},
  value: 'primed',
  reads: 'text',
  examples: [['watchpost prime', "for an agent's instructions or the start of its session"]],
  async run(context) {
    const { actor, store } = context
    const known = (await store.roster.find(actor.address)) !== null
    const { total } = await store.deliveries.count(actor.address, context.now())
    const open = known ? await leftOpenPart(context) : null
    return {
      text: [primeText(actor, known ? total : null), open?.text ?? '']
        .filter((part) => part !== '')
        .join('\n'),
    }
  },
})
