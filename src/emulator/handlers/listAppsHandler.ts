// GET /v1/apps: one page of the apps visible to the caller. Each item carries the page's figures.
import { BadRequest } from "../http/httpErrors";
import { answerJson, type Handler, showApp } from "./service";

const defaultLimit = 20;
const maxLimit = 100;

export const listApps: Handler = async (service, { query }) => {
  const page = wholeNumber(query, "page", 1);
  const itemsPerPage = Math.min(maxLimit, wholeNumber(query, "limit", defaultLimit));
  const teamId = query.get("teamId");
  const apps = service.state.apps().filter((app) => teamId === null || app.teamId === teamId);

  const totalPages = Math.ceil(apps.length / itemsPerPage);
  const pagination = {
    totalItems: apps.length,
    totalPages,
    currentPage: page,
    itemsPerPage,
    hasNextPage: page < totalPages,
    hasPrevPage: page > 1,
  };
  const totalUsedRAM = apps.reduce((sum, app) => sum + app.memoryMB, 0);
  const shown = apps.slice((page - 1) * itemsPerPage, page * itemsPerPage);
  const applications = await Promise.all(
    shown.map(async (app) => ({ ...(await showApp(service, app, "list")), totalUsedRAM, pagination })),
  );
  return answerJson(service, { applications });
};

function wholeNumber(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new BadRequest(`${name} must be a whole number from 1.`);
  return Number(text);
}
