import { MailError } from '../../domain/errors.ts'
import { parseQuery } from '../../domain/query/query.ts'
import { requiredText, requiredTexts } from '../input.ts'
import { operation } from '../operation.ts'
import { requireViewName, viewValue } from './value.ts'

export const saveView = operation({
  summary: 'Keep a search under a name; the screen lists it among its views',
  access: 'write',
  input: {
    name: requiredText('What it is called; the same name again replaces it', {
      positional: true,
      completes: 'view',
      placeholder: 'NAME',
    }),
    query: requiredTexts('The search, as `search` takes it', {
      positional: true,
      dashed: true,
      placeholder: 'QUERY',
    }),
  },
  value: 'view',
  examples: [['watchpost view save red is:unread priority:urgent', 'keeps what is urgent and unread']],
  async run(context, input) {
    const query = input.query.join(' ').trim()
    if (query === '')
      throw new MailError('usage', 'A view needs a search.', 'Write for example is:unread from:critic.')
    const now = context.now()
    parseQuery(query, now)
    const view = { owner: context.actor.address, name: requireViewName(input.name), query, savedAt: now }
    await context.store.views.save(view)
    return viewValue(view)
  },
})
