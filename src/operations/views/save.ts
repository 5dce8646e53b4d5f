import { MailError } from '../../domain/errors.ts'
import { readQuery } from '../../domain/query/query.ts'
import { requiredText, requiredTexts } from '../../input/input.ts'
import { requireViewName, viewValue } from '../../services/views/value.ts'
import { operation } from '../operation.ts'

export const saveView = operation({
  summary: 'Save a search under a name; the terminal inbox lists it as a view',
  access: 'write',
  needs: 'own',
  input: {
    name: requiredText('Its name; an existing search of that name is replaced', {
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
  examples: [['watchpost view save red is:unread priority:urgent', 'saves a search for urgent unread mail']],
  async run(context, input) {
    const query = input.query.join(' ').trim()
    if (query === '') throw new MailError('usage', 'The search is empty.', 'Example: is:unread from:critic')
    const now = context.now()
    await readQuery(query, now)
    const view = { owner: context.actor.address, name: requireViewName(input.name), query, savedAt: now }
    await context.store.views.save(view)
    return viewValue(view)
  },
})
