import { MailError } from '../../domain/errors.ts'
import { requiredText } from '../../input/input.ts'
import { viewValue } from '../../services/views/value.ts'
import { operation } from '../operation.ts'

export const deleteView = operation({
  summary: 'Delete a saved search',
  access: 'write',
  needs: 'own',
  input: {
    view: requiredText('The saved search', { positional: true, completes: 'view', placeholder: 'NAME' }),
  },
  value: 'view',
  async run(context, { view: name }) {
    const view = await context.store.views.remove(context.actor.address, name)
    if (view === null)
      throw new MailError('not-found', `You have no view ${name}.`, 'List views with `watchpost view list`.')
    return viewValue(view)
  },
})
