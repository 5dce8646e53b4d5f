/** Whether an agent is in another swarm that can be written to. `of` names its row. */
export const isOfPeer = (of: string) =>
  `strpos(${of}.address, '@') > 0 AND substr(${of}.address, strpos(${of}.address, '@') + 1) IN (SELECT name FROM peers)`
